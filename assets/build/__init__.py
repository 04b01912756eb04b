"""What build.py makes dist/ of, beside copies."""
