"""One named function for each long user action; each sees engine objects only and runs beside the window."""
