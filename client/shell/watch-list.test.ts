import { describe, expect, it } from 'vitest'
import { WatchList } from './watch-list.ts'

const shell = { topics: ['colour', 'name'], asOf: 'early' }
const view = { topics: ['rooms', 'colour'], asOf: 'late' }

describe('what the server is told of the content on screen', () => {
  it('is every topic once, and which of them were drawn when', () => {
    expect(new WatchList().next([shell, view])).toEqual([
      ['colour', 'name', 'rooms'],
      [
        { asOf: 'early', topics: [0, 1] },
        { asOf: 'late', topics: [2, 0] },
      ],
    ])
  })

  it('is nothing more while nothing else is drawn', () => {
    const list = new WatchList()
    list.next([shell, view])
    expect(list.next([view, shell])).toBeUndefined()
    expect(list.next([shell, { ...view, topics: ['rooms'] }])).toBeUndefined()
  })

  it('is when new content was drawn, also if its topics are the same: the hint may have come before it', () => {
    const list = new WatchList()
    list.next([shell, view])
    expect(list.next([shell, { ...view, asOf: 'later' }])).toEqual([
      ['colour', 'name', 'rooms'],
      [{ asOf: 'later', topics: [2, 0] }],
    ])
  })

  it('is of a part that came with the screen only what the screen did not name', () => {
    const list = new WatchList()
    list.next([view])
    expect(list.next([view, { topics: ['rooms', 'seats'], asOf: 'late' }])).toEqual([
      ['colour', 'rooms', 'seats'],
      [{ asOf: 'late', topics: [2] }],
    ])
  })

  it('is fewer topics when content has gone', () => {
    const list = new WatchList()
    list.next([shell, view])
    expect(list.next([shell])).toEqual([['colour', 'name'], []])
  })

  it('is everything again on a new connection', () => {
    const list = new WatchList()
    const first = list.next([shell, view])
    list.clear()
    expect(list.next([shell, view])).toEqual(first)
  })

  it('names content of which an older server does not say when it was drawn', () => {
    expect(new WatchList().next([shell, { topics: ['name'], asOf: undefined }])?.[1]).toEqual([
      { asOf: 'early', topics: [0, 1] },
      { asOf: '', topics: [1] },
    ])
  })

  it('fits the limits of the server, however much is on screen', () => {
    const contents = Array.from({ length: 600 }, (_, at) => ({ topics: [`t${at}`], asOf: `a${at}` }))
    const [topics, drawn] = new WatchList().next(contents) ?? [[], []]
    expect([topics.length, drawn.length]).toEqual([500, 100])
    expect(drawn.flatMap((each) => each.topics).every((place) => place >= 0 && place < 500)).toBe(true)
  })
})
