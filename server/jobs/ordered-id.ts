import { randomBytes } from 'node:crypto'

/**
 * Creates ids that sort in the order of their creation in this process (UUID version 7, RFC 9562). Items added in one
 * transaction have the same time; pg-boss and the order within a key then sort by id.
 */
export function createOrderedIds(now: () => number = Date.now): () => string {
  let last = 0
  let count = 0
  return () => {
    const at = Math.max(now(), last)
    count = at === last ? count + 1 : 0
    last = count > 0xfff ? at + 1 : at
    count &= 0xfff
    const time = last.toString(16).padStart(12, '0')
    const rest = randomBytes(8)
    rest[0] = 0x80 | (rest[0]! & 0x3f)
    const tail = rest.toString('hex')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
  }
}
