"""What tests of the page stand on: browsers, programs, a server on strings, scenes; no test."""
