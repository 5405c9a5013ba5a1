"""What people type and see."""

import gc

# A command lives for a tenth of a second and keeps nearly all that it makes: looking for garbage
# while modules are imported, click's among them, costs a tenth of that. Long work still has its
# garbage collected.
gc.set_threshold(50_000)
