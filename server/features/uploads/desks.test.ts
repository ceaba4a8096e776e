import { expect, it } from 'vitest'
import { openDesks } from './desks.ts'

it('so many work at a time and all of them do, also after a failure', async () => {
  const atDesk = openDesks({ count: 2, bytes: 8 })
  let running = 0
  let most = 0
  const desks = new Set<Buffer>()
  const work = (fails: boolean) => async (desk: Buffer) => {
    desks.add(desk)
    running += 1
    most = Math.max(most, running)
    await new Promise((done) => setTimeout(done, 5))
    running -= 1
    if (fails) throw new Error('failed')
    return 'done'
  }
  const all = await Promise.allSettled(Array.from({ length: 7 }, (_, at) => atDesk(work(at === 1))))
  expect(all.map(({ status }) => status).filter((status) => status === 'fulfilled')).toHaveLength(6)
  expect([most, running]).toEqual([2, 0])
  expect([...desks].map(({ length }) => length)).toEqual([8, 8])
})

it('nobody works at a desk that another still has', async () => {
  const atDesk = openDesks({ count: 2, bytes: 1 })
  const taken = new Set<Buffer>()
  const work = async (desk: Buffer) => {
    expect(taken.has(desk)).toBe(false)
    taken.add(desk)
    await new Promise((done) => setTimeout(done, 1))
    taken.delete(desk)
  }
  await Promise.all(Array.from({ length: 20 }, () => atDesk(work)))
})
