// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'
import { placesOf } from './trend-places.ts'

beforeAll(fetchKinds)
afterEach(cleanup)

test('a trend is a picture that assistive technology skips, with its caption', async () => {
  await drawBlock(exampleOf('trend'))
  const figure = screen.getByRole('figure')
  expect(figure.textContent).toContain('Shaded: 60 to 75 °F. Diamonds are outside of it.')
  expect(screen.queryByRole('img')).toBeNull()
  expect([figure.querySelectorAll('circle').length, figure.querySelectorAll('path').length]).toEqual([2, 1])
  expect([...figure.querySelectorAll('title')].map((each) => each.textContent)).toEqual([
    '1/5/2026: 58.5 °F',
    '2/5/2026: 64 °F',
    '4/5/2026: 71 °F',
  ])
})

describe('the places of a trend', () => {
  const day = (date: number) => new Date(Date.UTC(2026, 0, date)).toISOString()
  const points = (...values: [date: number, value: number][]) =>
    values.map(([date, value], at) => ({ id: `p${at}`, at: day(date), value, text: '' }))

  test('go by time from left to right, and by value from the bottom up', () => {
    const { places } = placesOf({ points: points([1, 10], [2, 30], [5, 20]) })
    expect(places.map(({ x }) => x.toFixed(3))).toEqual(['0.030', '0.265', '0.970'])
    expect(places.map(({ y }) => y.toFixed(3))).toEqual(['0.900', '0.100', '0.500'])
  })

  test('are in the middle where all are the same', () => {
    const { places, range } = placesOf({ points: points([1, 7], [1, 7]) })
    expect(places).toEqual([
      { x: 0.5, y: 0.5 },
      { x: 0.5, y: 0.5 },
    ])
    expect(range).toBeUndefined()
  })

  test('leave room for both limits, and an area with one limit goes to the edge', () => {
    const limits = { low: { value: 0, text: '0' }, high: { value: 100, text: '100' } }
    const both = placesOf({ points: points([1, 50], [2, 60]), range: limits }).range
    expect([both?.top.toFixed(2), both?.height.toFixed(2)]).toEqual(['0.10', '0.80'])
    const upTo = placesOf({ points: points([1, 50], [2, 60]), range: { high: limits.high } }).range
    expect([upTo?.top.toFixed(2), upTo?.height.toFixed(2)]).toEqual(['0.10', '0.90'])
    const from = placesOf({ points: points([1, 50], [2, 60]), range: { low: limits.low } }).range
    expect([from?.top, from?.height.toFixed(2)]).toEqual([0, '0.90'])
  })
})
