-- Looks whether all resources are the token's, and writes nothing.
--
-- KEYS, ARGV  see common.lua; 5 token
-- Result      OK … | LOST … absent-other-or-forced | CONFIG … fingerprint

return read() or lost({[ARGV[5]] = true}) or head('OK')
