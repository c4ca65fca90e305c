-- Looks who holds, and writes nothing.
--
-- KEYS, ARGV  see common.lua
-- Result      OK … | HELD … ms-left member | CONFIG … fingerprint

return read() or held() or head('OK')
