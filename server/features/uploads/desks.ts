/** Has work done on a file, at one of a few places; who comes when all are taken waits. */
export type AtDesk = <T>(work: (desk: Buffer) => Promise<T>) => Promise<T>

/** So many places, each with memory for one file that is used again and again: many uploads at once take no more of it. */
export function openDesks({ count, bytes }: { count: number; bytes: number }): AtDesk {
  const free: Buffer[] = []
  const waiting: ((desk: Buffer) => void)[] = []
  let made = 0
  const take = () => {
    const desk = free.pop()
    if (desk) return desk
    if (made === count) return new Promise<Buffer>((resolve) => waiting.push(resolve))
    made += 1
    return Buffer.allocUnsafeSlow(bytes)
  }
  return async (work) => {
    const desk = await take()
    try {
      return await work(desk)
    } finally {
      const next = waiting.shift()
      if (next) next(desk)
      else free.push(desk)
    }
  }
}
