import { describe, expect, it } from 'vitest'
import { HintStream } from './hint-stream.ts'
import { missedHints, type Watched } from './missed-hints.ts'

function opened() {
  const nothing = async () => undefined
  return new HintStream({
    encryption: { encrypt: (text) => text, decrypt: (text) => text },
    deliver: () => undefined,
    deliverAll: () => undefined,
    refresh: nothing,
    refreshAll: nothing,
  })
}
const topic = (name: string, isNew = true): Watched => ({ topic: name, name, isNew })

describe('what a page has missed', () => {
  it('is what changed since the content with that topic was drawn, whether it was watched before or not', () => {
    const hints = opened()
    const early = hints.asOf()
    hints.publish({ topics: ['a', 'b'], cause: 'one' })
    const late = hints.asOf()
    hints.publish({ topics: ['c'], cause: 'two' })
    const drawn = [
      { asOf: early, topics: [0, 2] },
      { asOf: late, topics: [1] },
    ]
    expect(missedHints(hints, { watched: [topic('a', false), topic('b'), topic('c')], drawn })).toEqual([
      { topics: ['a'], cause: 'one' },
      { topics: ['c'], cause: 'two' },
    ])
  })

  it('counts from the earliest of several contents with one topic', () => {
    const hints = opened()
    const early = hints.asOf()
    hints.publish({ topics: ['a'], cause: 'one' })
    const drawn = [hints.asOf(), early].map((asOf) => ({ asOf, topics: [0] }))
    expect(missedHints(hints, { watched: [topic('a')], drawn })).toEqual([{ topics: ['a'], cause: 'one' }])
  })

  it('may be anything when nothing says when it was drawn: it is hinted at once, when watching begins', () => {
    const hints = opened()
    const drawn = [{ asOf: 'of another process', topics: [0, 1] }]
    const watched = [topic('a'), topic('b', false), topic('c'), topic('d', false)]
    expect(missedHints(hints, { watched, drawn })).toEqual([{ topics: ['a', 'c'] }])
  })

  it('may be anything too when only one of its contents says when it was drawn', () => {
    const hints = opened()
    const drawn = [hints.asOf(), ''].map((asOf) => ({ asOf, topics: [0] }))
    expect(missedHints(hints, { watched: [topic('a')], drawn })).toEqual([{ topics: ['a'] }])
  })

  it('is nothing of a topic that may not be watched, or of a place without one', () => {
    const hints = opened()
    const early = hints.asOf()
    hints.publish({ topics: ['secret'], cause: 'one' })
    expect(missedHints(hints, { watched: [undefined], drawn: [{ asOf: early, topics: [0, 1, 499] }] })).toEqual([])
  })
})
