-- Prolongs all resources if all are the token's, and mints new fencing tokens for them (S-F6).
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the proposal for the fencing token
-- Result      OK … counter... | LOST … absent-other-or-forced | CONFIG … fingerprint | COUNTER … key

return read() or lost({[token] = true}) or garbled() or grant('OK', proposed)
