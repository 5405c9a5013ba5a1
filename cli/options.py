"""Options that many commands share; each says the same everywhere."""

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values.")
dry_run_option = click.option(
    "--dry-run", is_flag=True, help="Show what would be recorded and save nothing."
)
yes_option = click.option("--yes", is_flag=True, help="Consent to what was shown.")
battle_option = click.option(
    "--battle",
    metavar="N",
    envvar="ACTA_BATTLE",
    default="",
    help="Which battle, where several are open or it is over.",
)
ledger_option = click.option(
    "--ledger",
    metavar="URL",
    default=None,
    help="Keep record and views in PostgreSQL: postgresql://USER@HOST/DATABASE.",
)
agreed_option = click.option(
    "--agreed", metavar="NAME", default="", help="Who of the other party consents."
)
