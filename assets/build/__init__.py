"""The parts of build.py: they generate all files of dist/ that are not plain copies."""
