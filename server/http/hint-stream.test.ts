import { describe, expect, it } from 'vitest'
import type { Published } from '../protocol/hints.ts'
import { HintStream, type SharedHint } from './hint-stream.ts'

const encryption = { encrypt: (text: string) => text, decrypt: (text: string) => text }
const settle = () => new Promise<void>((done) => setImmediate(done))

/** A process, whose events are noted in order. `refreshed` holds its refreshing of caches. */
function processOf(refreshed: () => Promise<void> = async () => undefined) {
  const events: unknown[] = []
  const stream = new HintStream({
    encryption,
    deliver: ({ topics }) => events.push(['deliver', ...topics]),
    deliverAll: () => events.push(['deliver all']),
    refresh: async ({ topics }) => {
      events.push(['refresh', ...topics])
      await refreshed()
    },
    refreshAll: async () => void events.push(['refresh all']),
  })
  const hasChanged = (topic: string, asOf: string) => {
    const position = stream.positionOf(asOf)
    return position ? stream.changeOf(topic, position) !== undefined : 'unknown'
  }
  return { stream, events, hasChanged }
}
type Process = ReturnType<typeof processOf>

/** What Redis does: gives each hint a number and sends it to all processes. */
function sharedBy(...processes: Process[]) {
  const state = { epoch: 'shared', number: 0, isDown: false, isLost: false }
  const send = async ({ id, hint }: Pick<SharedHint, 'id' | 'hint'>) => {
    if (state.isDown) throw new Error('down')
    state.number += 1
    const { epoch, number } = state
    if (!state.isLost) for (const { stream } of processes) stream.receive({ id, hint, epoch, number })
  }
  for (const { stream } of processes) stream.share({ send })
  const join = async () => {
    await send({ id: '', hint: { topics: [] } })
    await settle()
    for (const { events } of processes) events.length = 0
  }
  return { state, send, join }
}
const of = (...topics: string[]): Published => ({ topics })

describe('the hints of one process', () => {
  it('are delivered at once, and known since any position before them', () => {
    const { stream, events, hasChanged } = processOf()
    const before = stream.asOf()
    stream.publish(of('a'))
    expect(events).toEqual([['deliver', 'a']])
    expect([hasChanged('a', before), hasChanged('b', before)]).toEqual([true, false])
    expect(hasChanged('a', stream.asOf())).toBe(false)
  })

  it('cannot be compared with a position of another process, or an invented one', () => {
    const [one, two] = [processOf(), processOf()]
    expect(['', 'a b', '{}', two.stream.asOf()].map((asOf) => one.hasChanged('a', asOf))).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'unknown',
    ])
  })

  it('have positions of one length, so that an encrypted one does not tell how many there were', () => {
    const { stream } = processOf()
    const first = stream.asOf().length
    for (let count = 0; count < 2000; count += 1) stream.publish(of('a'))
    expect(stream.asOf()).toHaveLength(first)
  })
})

describe('the hints of several processes', () => {
  it('have one sequence: a page that one has drawn misses nothing at another', async () => {
    const [one, two] = [processOf(), processOf()]
    await sharedBy(one, two).join()
    const drawn = one.stream.asOf()
    two.stream.publish(of('a'))
    await settle()
    expect([one.events, two.events]).toEqual([
      [
        ['refresh', 'a'],
        ['deliver', 'a'],
      ],
      [['deliver', 'a']], // the one that publishes has fresh memory already
    ])
    for (const { hasChanged } of [one, two])
      expect([hasChanged('a', drawn), hasChanged('b', drawn)]).toEqual([true, false])
    expect(two.hasChanged('a', one.stream.asOf())).toBe(false)
  })

  it('are part of a position only when the caches are fresh, also if a later one needs no refreshing', async () => {
    let end: () => void = () => undefined
    const held = new Promise<void>((done) => (end = done))
    const [one, two] = [processOf(() => held), processOf()]
    await sharedBy(one, two).join()
    const before = one.stream.asOf()
    two.stream.publish(of('a'))
    one.stream.publish(of('b'))
    await settle()
    expect([one.stream.asOf(), one.events]).toEqual([before, [['refresh', 'a']]])
    expect(two.hasChanged('a', one.stream.asOf())).toBe(true)
    end()
    await settle()
    expect(one.events.slice(1)).toEqual([
      ['deliver', 'a'],
      ['deliver', 'b'],
    ])
    expect(one.stream.asOf()).toBe(two.stream.asOf())
  })

  it('go on in each process alone while the connection is lost; none that waits for its number is lost', async () => {
    const one = processOf()
    const { state, join } = sharedBy(one)
    await join()
    const before = one.stream.asOf()
    state.isLost = true
    one.stream.publish(of('a'))
    await settle()
    expect(one.events).toEqual([])
    one.stream.separate()
    one.stream.separate()
    expect(one.events).toEqual([['deliver', 'a']])
    expect(one.hasChanged('a', before)).toBe('unknown')
    state.isDown = true
    one.stream.publish(of('b'))
    await settle()
    expect(one.events.at(-1)).toEqual(['deliver', 'b'])
  })

  it('are delivered alone when sending fails', async () => {
    const one = processOf()
    const { state, join } = sharedBy(one)
    await join()
    state.isDown = true
    one.stream.publish(of('a'))
    await settle()
    expect(one.events).toEqual([['deliver', 'a']])
  })

  it('that were lost make every page reload, with fresh caches', async () => {
    const [one, two] = [processOf(), processOf()]
    const { state, join } = sharedBy(one, two)
    await join()
    const before = one.stream.asOf()
    state.isLost = true
    two.stream.publish(of('a'))
    await settle()
    state.isLost = false
    one.stream.publish(of('b'))
    await settle()
    expect(one.events).toEqual([['refresh all'], ['deliver all']])
    expect([one.hasChanged('a', before), one.hasChanged('b', before)]).toEqual([true, true])
    expect(one.hasChanged('a', one.stream.asOf())).toBe(false)
  })

  it('begin again after Redis has lost their number', async () => {
    const one = processOf()
    const { state, join } = sharedBy(one)
    await join()
    const before = one.stream.asOf()
    Object.assign(state, { epoch: 'next', number: 0 })
    one.stream.publish(of('a'))
    await settle()
    expect([one.events, one.hasChanged('a', before)]).toEqual([[['refresh all'], ['deliver all']], 'unknown'])
  })

  it('that arrive after the connection was lost are dropped: joining again covers them', async () => {
    let end: () => void = () => undefined
    const held = new Promise<void>((done) => (end = done))
    const [one, two] = [processOf(() => held), processOf()]
    const { join } = sharedBy(one, two)
    await join()
    two.stream.publish(of('a'))
    two.stream.publish(of('b'))
    await settle()
    one.stream.separate()
    end()
    await settle()
    expect(one.events).toEqual([['refresh', 'a']])
  })
})
