"""Hold one conversation with one submission: open, call, close; decides no verdict."""
