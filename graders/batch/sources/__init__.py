"""Find what is to be graded: in files, folders, archives and manifests.

`docs/batch.md` says which file of a folder counts, and by what name its candidate goes.
"""
