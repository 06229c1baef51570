"""Hold the sub-commands of `kata`: a module that binds `COMMAND` adds one by the module's name."""
