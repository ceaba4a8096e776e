// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Field } from '../../schemas/blocks/form.ts'
import { recordAnnouncements } from '../../tests/support/announcements.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'

let announced: ReturnType<typeof recordAnnouncements>

beforeAll(fetchKinds)
beforeEach(() => void (announced = recordAnnouncements()))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const [, keyField, noteField] = exampleOf('form').fields
const rules = [
  { label: 'At least 8 characters', pattern: '^.{8,}$' },
  { label: 'A digit', pattern: '\\p{Nd}' },
]

function draw(field: Field, schema: Record<string, unknown> = { type: 'string' }) {
  return drawBlock({
    ...exampleOf('form'),
    schema: { type: 'object', properties: { [field.name]: schema } },
    fields: [field],
  })
}

const control = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(control(label), { target: { value } })
const descriptionOf = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

it('rules are there before typing and are ticked one by one while typing, in words too', async () => {
  await draw({ ...keyField!, rules, strength: undefined })
  const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines()).toEqual(['At least 8 characters (not yet met)', 'A digit (not yet met)'])
  type('Key', '1')
  expect(lines()).toEqual(['At least 8 characters (not yet met)', 'A digit (met)'])
  type('Key', '12345678')
  expect(lines()).toEqual(['At least 8 characters (met)', 'A digit (met)'])
  expect(document.querySelectorAll('.rule .tick')).toHaveLength(2)
  expect(descriptionOf(control('Key'))).toEqual([lines().join('')])
  const order = control('Key').compareDocumentPosition(screen.getByRole('list'))
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  expect(document.querySelectorAll('.rule circle')).toHaveLength(0)
})

it('the strength has a word and as many filled segments as the level [1 §5.8]', async () => {
  await draw({ ...keyField!, rules: undefined })
  const meter = screen.getByRole('meter', { name: 'Key strength' })
  const state = () => [
    meter.getAttribute('aria-valuenow'),
    meter.getAttribute('aria-valuetext'),
    meter.querySelectorAll('.reached').length,
  ]
  expect([meter.children.length, meter.getAttribute('aria-valuemax')]).toEqual([4, '4'])
  expect(state()).toEqual(['0', null, 0])
  type('Key', 'aB1!')
  expect(state()).toEqual(['1', 'Weak', 1])
  type('Key', 'aaaaaaaB')
  expect(state()).toEqual(['2', 'Fair', 2])
  type('Key', 'aaaaaB1!')
  expect(state()).toEqual(['4', 'Strong', 4])
  expect(screen.getByText('Strong')).toBeTruthy()
})

it('progress is announced once when the typing pauses, not with every key', async () => {
  await draw({ ...keyField!, rules })
  vi.useFakeTimers()
  for (const value of ['1', '12', '1234567B']) {
    type('Key', value)
    act(() => void vi.advanceTimersByTime(500))
  }
  expect(announced).toEqual([])
  act(() => void vi.advanceTimersByTime(1000))
  expect(announced).toEqual([['2 of 2 met. Key strength: Fair', 'polite']])
  act(() => void vi.advanceTimersByTime(10_000))
  expect(announced).toHaveLength(1)
})

it('characters are counted, and announced only near the end', async () => {
  await draw(noteField!, { type: 'string', maxLength: 250 })
  vi.useFakeTimers()
  expect(descriptionOf(control('Note'))).toEqual(['0 of 250 characters'])
  type('Note', 'word '.repeat(10))
  act(() => void vi.advanceTimersByTime(2000))
  expect(screen.getByText('50 of 250 characters')).toBeTruthy()
  expect(announced).toEqual([])
  type('Note', 'word '.repeat(48))
  act(() => void vi.advanceTimersByTime(2000))
  expect(announced).toEqual([['240 of 250 characters', 'polite']])
})

it('a text that is too long stays whole, and its field says so at once', async () => {
  await draw({ ...noteField!, messages: { maxLength: 'The note is too long' } }, { type: 'string', maxLength: 250 })
  type('Note', 'x'.repeat(251))
  expect(control('Note').value).toHaveLength(251)
  expect(control('Note').getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(control('Note'))).toEqual(['251 of 250 characters', '!The note is too long'])
  type('Note', 'x'.repeat(250))
  expect(control('Note').getAttribute('aria-invalid')).toBeNull()
})

it('nothing is counted where the schema has no limit', async () => {
  await draw(noteField!, { type: 'string' })
  expect(control('Note')).toBeTruthy()
  expect(document.querySelector('.field-count')).toBeNull()
})

it('a code can be pasted with blanks and dashes, and the phone offers it with its digits', async () => {
  const { requests, user } = await draw(
    { name: 'code', label: 'Code', widget: 'code' },
    { type: 'string', pattern: '^\\d{6}$', maxLength: 6 },
  )
  const code = control('Code')
  expect([code.getAttribute('autocomplete'), code.inputMode, code.type]).toEqual(['one-time-code', 'numeric', 'text'])
  await user.click(code)
  await user.paste(' 123-4 5–6 ')
  expect(code.value).toBe('123456')
  expect(code.style.maxWidth).toContain('6 *')
  expect(within(document.body).queryByRole('alert')).toBeNull()
  expect(requests.filter(({ url }) => url.startsWith('/ui/actions'))).toEqual([])
})

describe('a field of digits only', () => {
  const digits = { name: 'code', label: 'Code', widget: 'code', digits: true } as const
  const schema = { type: 'string', minLength: 6, maxLength: 6, pattern: '^\\d+$' }

  it('takes no letter and not more than it admits, typed or pasted [2 §5.15]', async () => {
    const { user } = await draw(digits, schema)
    const code = control('Code')
    await user.type(code, '1a2b')
    expect(code.value).toBe('12')
    await user.clear(code)
    await user.click(code)
    await user.paste('Your code is 123 456.')
    expect(code.value).toBe('123456')
    await user.type(code, '7')
    expect(code.value).toBe('123456')
  })
})

describe('a field that knows how its value begins', () => {
  const amount = {
    name: 'sum',
    label: 'Sum',
    typing: { pattern: '^\\d*(\\.\\d{0,2})?$', message: 'Digits and one dot only.' },
  }
  const refusals = () => screen.queryAllByText('Digits and one dot only.').length

  it.each(['-5', '1e3', 'abc'])(
    'refuses %j at once in words, typed or pasted, and makes nothing else of it',
    async (text) => {
      const { user } = await draw(amount)
      const sum = control('Sum')
      for (const enter of ['type', 'paste'] as const) {
        await user.clear(sum)
        expect([refusals(), sum.getAttribute('aria-invalid')]).toEqual([0, null])
        await user.click(sum)
        await (enter === 'type' ? user.type(sum, text) : user.paste(text))
        expect([enter, sum.value, refusals(), sum.getAttribute('aria-invalid')]).toEqual([enter, text, 1, 'true'])
        expect(descriptionOf(sum)).toEqual(['!Digits and one dot only.'])
      }
    },
  )

  it('says so to screen readers when the typing pauses', async () => {
    await draw(amount)
    vi.useFakeTimers()
    type('Sum', '25.')
    act(() => void vi.advanceTimersByTime(2000))
    expect(announced).toEqual([])
    type('Sum', '25.e')
    act(() => void vi.advanceTimersByTime(2000))
    expect(announced).toEqual([['Digits and one dot only.', 'polite']])
  })
})
