-- Prolongs all resources if all are the token's, and raises their counters to the given ones.
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the least the counter shall be
-- Result      OK … counter... | LOST … absent-other-or-forced | CONFIG … fingerprint | COUNTER … key

return read() or lost({[token] = true}) or garbled(true) or grant('OK', raised)
