import { isIPv6 } from 'node:net'

const groups = 8
/** Of these 64 bits the provider gives a customer at least; within them everybody takes any address they like (RFC 6177). */
const networkGroups = 4

/** What the tries of one place are counted under: an IPv4 address as it is, and of an IPv6 address its /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [plain = ''] = address.split('%', 1)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] // IPv4 at a door that listens to both
  if (mapped) return mapped
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(groups - head.length - tail.length).fill('0')
  const all = [...head, ...zeros, ...tail]
  const network = all.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
