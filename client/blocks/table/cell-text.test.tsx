// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CellText } from './cell-text.tsx'

afterEach(cleanup)

test.each([
  ['11/27/2026, 8:20 PM', ['8:20 PM']],
  ['Write to ada.lovelace@example.com', ['ada.lovelace@', 'example.com']],
  ['records.desk@lakeside.example.com', ['records.desk@', 'lakeside', '.example', '.com']],
  ['maria.alvarez', ['maria.alvarez']],
  ['guillermo.featherstone', ['guillermo', '.featherstone']],
  ['LSD-1409, formerly ND-20', ['LSD-1409', 'ND-20']],
  ['plain words. More at 10.30', []],
])('a line of a cell ends at a good place: %s', (words, whole) => {
  const { container } = render(<CellText words={words} />)
  expect([container.textContent, [...container.querySelectorAll('span')].map((each) => each.textContent)]).toEqual([
    words,
    whole,
  ])
})

test('a very long address may break anywhere', () => {
  const { container } = render(<CellText words={`${'x'.repeat(60)}@example.com`} />)
  expect([...container.querySelectorAll('span')].map(({ className }) => className !== '')).toEqual([false, true])
})
