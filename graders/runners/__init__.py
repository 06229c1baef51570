"""Hold the only code of ours that runs beside a submission, one file a language."""
