import { expect, it } from 'vitest'
import { createBufferPool } from './buffer-pool.ts'
import { letPass } from '../../../tests/support/waiting.ts'

it('only so many tasks run at a time, and all of them run, also after a failure', async () => {
  const withBuffer = createBufferPool({ count: 2, bytes: 8 })
  let running = 0
  let most = 0
  const pool = new Set<Buffer>()
  const work = (fails: boolean) => async (buffer: Buffer) => {
    pool.add(buffer)
    running += 1
    most = Math.max(most, running)
    await letPass(5, 'it uses the buffer')
    running -= 1
    if (fails) throw new Error('failed')
    return 'done'
  }
  const all = await Promise.allSettled(Array.from({ length: 7 }, (_, at) => withBuffer(work(at === 1))))
  expect(all.map(({ status }) => status).filter((status) => status === 'fulfilled')).toHaveLength(6)
  expect([most, running]).toEqual([2, 0])
  expect([...pool].map(({ length }) => length)).toEqual([8, 8])
})

it('a buffer is used by one task at a time', async () => {
  const withBuffer = createBufferPool({ count: 2, bytes: 1 })
  const taken = new Set<Buffer>()
  const work = async (buffer: Buffer) => {
    expect(taken.has(buffer)).toBe(false)
    taken.add(buffer)
    await letPass(1, 'it uses the buffer')
    taken.delete(buffer)
  }
  await Promise.all(Array.from({ length: 20 }, () => withBuffer(work)))
})
