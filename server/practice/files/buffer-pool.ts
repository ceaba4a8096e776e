/** Runs work with a buffer of the pool; waits while all buffers are in use. */
export type WithBuffer = <T>(work: (buffer: Buffer) => Promise<T>) => Promise<T>

/** Makes a pool of `count` reused buffers of `bytes` each, which bounds the memory of parallel uploads. */
export function createBufferPool({ count, bytes }: { count: number; bytes: number }): WithBuffer {
  const free: Buffer[] = []
  const waiting: ((buffer: Buffer) => void)[] = []
  let made = 0
  const take = () => {
    const buffer = free.pop()
    if (buffer) return buffer
    if (made === count) return new Promise<Buffer>((resolve) => waiting.push(resolve))
    made += 1
    return Buffer.allocUnsafeSlow(bytes)
  }
  return async (work) => {
    const buffer = await take()
    try {
      return await work(buffer)
    } finally {
      const next = waiting.shift()
      if (next) next(buffer)
      else free.push(buffer)
    }
  }
}
