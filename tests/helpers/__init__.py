"""What tests of several folders share: mails read and written, games at the desk, rulesets played without one."""
