-- Takes all resources over from whoever gave them, if all are in the name of the given tokens (S-O).
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the proposal for the fencing token; then the given tokens
-- Result      GRANTED … counter... | LOST … absent-other-or-forced | CONFIG … fingerprint | COUNTER … key

local given = {}
for i = 8 + 2 * count, #ARGV do
  given[ARGV[i]] = true
end

return read() or lost(given) or garbled() or grant('GRANTED', proposed)
