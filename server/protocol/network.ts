import ipaddr from 'ipaddr.js'

/** Providers assign at least these 64 bits to a customer, who can use any address within them (RFC 6177). */
const networkGroups = 4

/** Returns the key under which attempts are counted: an IPv4 address itself, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString() // of a dual-stack server
  const groups = parsed.parts.slice(0, networkGroups).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
