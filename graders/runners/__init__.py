"""Hold the only code of ours that runs beside a submission, a folder a language."""
