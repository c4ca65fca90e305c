-- Looks who holds, and writes nothing.
--
-- KEYS, ARGV  see common.lua
-- Result      OK time | HELD time ms-left member | CONFIG time fingerprint

return read() or held() or 'OK' .. stamp
