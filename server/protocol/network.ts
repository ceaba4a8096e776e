import ipaddr from 'ipaddr.js'

/** Of these 64 bits the provider gives a customer at least; within them everybody takes any address they like (RFC 6177). */
const networkGroups = 4

/** What the tries of one place are counted under: an IPv4 address as it is, and of an IPv6 address its /64. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString() // a server that listens on both is given these
  const groups = parsed.parts.slice(0, networkGroups).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
