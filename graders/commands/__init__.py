"""Hold the sub-commands of `kata`: a module here that binds `COMMAND` adds one."""
