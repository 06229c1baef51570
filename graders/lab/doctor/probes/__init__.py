"""Hold small submissions that try to get out; they run only in the sandbox that they test."""
