"""Chapter 18 between two battles: what becomes of crews when a battle is concluded (MS-CAM-2)."""
