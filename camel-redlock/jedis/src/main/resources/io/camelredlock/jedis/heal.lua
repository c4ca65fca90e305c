-- Gives a node that lost the keys of a lease them back, if nobody else took one meanwhile.
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the least the counter shall be
-- Result      OK … counter... | HELD … ms-left member | CONFIG … fingerprint | COUNTER … key

return read() or garbled(true) or held(token) or grant('OK', raised)
