"""Hold the sub-commands of `kata`: a module that binds `command` adds one by the module's name."""
