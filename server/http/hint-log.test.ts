import { describe, expect, it } from 'vitest'
import { HintLog } from './hint-log.ts'

const start = { epoch: 'e', number: 0 }

describe('a log of hints', () => {
  it('says of each topic whether it has changed since a position, and by which cause', () => {
    const log = new HintLog(start)
    log.add({ topics: ['a', 'b'], cause: 'one' })
    const between = log.position
    log.add({ topics: ['b'], cause: 'two' })
    const changes = (since = log.position) => ['a', 'b', 'c'].map((topic) => log.changeOf(topic, since))
    expect(changes(between)).toEqual([undefined, { cause: 'two' }, undefined])
    expect(changes()).toEqual([undefined, undefined, undefined])
  })

  it('names no cause for what changed by two, or by none', () => {
    const log = new HintLog(start)
    log.add({ topics: ['a', 'c'], cause: 'one' })
    log.add({ topics: ['a'], cause: 'two' })
    log.add({ topics: ['a'], cause: 'two' })
    log.add({ topics: ['c'] })
    expect(['a', 'c'].map((topic) => log.changeOf(topic, start))).toEqual([{}, {}])
    expect(log.changeOf('a', { epoch: 'e', number: 1 })).toEqual({ cause: 'two' })
  })

  it('compares positions of its own epoch only, and knows nothing of before it began', () => {
    const log = new HintLog(start)
    log.restart({ epoch: 'f', number: 7 })
    expect([log.isComparable(start), log.isComparable(log.position)]).toEqual([false, true])
    expect(log.changeOf('a', { epoch: 'f', number: 6 })).toEqual({})
    expect(log.changeOf('a', { epoch: 'f', number: 7 })).toBeUndefined()
  })

  it('keeps the topics that changed last, and takes the others for changed', () => {
    const log = new HintLog(start, 2)
    log.add({ topics: ['a'], cause: 'one' })
    log.add({ topics: ['b'], cause: 'one' })
    log.add({ topics: ['a'], cause: 'one' })
    log.add({ topics: ['c'], cause: 'one' })
    const since = (number: number) => ['a', 'b', 'c', 'd'].map((topic) => log.changeOf(topic, { epoch: 'e', number }))
    expect(since(1)).toEqual([{ cause: 'one' }, {}, { cause: 'one' }, {}])
    expect(since(2)).toEqual([{ cause: 'one' }, undefined, { cause: 'one' }, undefined])
    log.add({ topics: ['b'], cause: 'two' }) // it may have had another cause before that is no longer known
    expect(log.changeOf('b', { epoch: 'e', number: 1 })).toEqual({})
  })
})
