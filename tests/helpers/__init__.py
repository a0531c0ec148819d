"""What tests in several folders share: reading and writing mails, games at the desk, rulesets played without one."""
