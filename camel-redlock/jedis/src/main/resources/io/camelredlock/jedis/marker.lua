-- Looks at the marker of the node's memory, or puts another in the place of one that is wrong (S-T2).
--
-- KEYS    1 the marker
-- ARGV    nothing to look; to replace: 1 the marker to replace, as it was told  2 the new one, without its time
-- Result  OK time marker 0

local text = marker(KEYS[1])
if text == ARGV[1] then
  text = string.format('%s:%.0f', ARGV[2], now)
  call('SET', KEYS[1], text)
end
return string.format('OK %.0f %s 0', now, text)
