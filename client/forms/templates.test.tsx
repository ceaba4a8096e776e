// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'
import { json, problem } from '../../tests/support/fake-portal.ts'

beforeAll(fetchKinds)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const text = { type: 'string' }
const place: BlockOf<'form'> = {
  ...exampleOf('form'),
  schema: {
    type: 'object',
    properties: { name: text, street: text, city: text, zip: text, note: text },
    required: ['name', 'city'],
  },
  value: { street: '12 Main Street', city: 'Hoboken', zip: '07030' },
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'street', label: 'Street' },
    { name: 'city', label: 'City', span: 'half', row: 'City and ZIP' },
    { name: 'zip', label: 'ZIP', span: 'quarter', row: 'City and ZIP' },
    { name: 'note', label: 'Note', visible: { path: '/name', eq: 'Hall' } },
  ],
  groups: [
    {
      id: 'place',
      title: 'Address',
      fields: ['street', 'city', 'zip'],
      folded: { summary: '12 Main Street, Hoboken 07030', change: 'Change' },
    },
  ],
  submit: { label: 'Save', do: { type: 'submit', action: 'room.save' } },
}
const { groups: _, ...unfolded } = place
const labels = () => screen.getAllByRole('textbox').map(({ id }) => id.replace(`${place.id}-`, ''))

describe('fields', () => {
  it('of one row are a group with its name, as wide as their spans', async () => {
    await drawBlock(unfolded)
    const row = screen.getByRole('group', { name: 'City and ZIP' })
    const spans = [...row.querySelectorAll('[data-field]')].map((each) => each.getAttribute('data-span'))
    expect(spans).toEqual(['half', 'quarter'])
    expect(labels()).toEqual(['name', 'street', 'city', 'zip'])
    expect(within(row).getAllByRole('textbox')).toHaveLength(2)
  })

  it('that are optional say so beside required ones, unless they show on a condition', async () => {
    const { user } = await drawBlock(unfolded)
    await user.type(screen.getByLabelText('Name'), 'Hall')
    expect(screen.getAllByText('(optional)').map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'Street (optional)',
      'ZIP (optional)',
    ])
    cleanup()
    await drawBlock({ ...unfolded, schema: { ...unfolded.schema, required: [] } })
    expect(screen.queryAllByText('(optional)')).toEqual([])
  })
})

it('a field whose widget breaks takes nothing else along, and one of a newer server is drawn by its schema', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const broken = {
    name: 'street',
    label: 'Street',
    get placeholder(): string {
      throw new Error('broken')
    },
  }
  const fields = [broken, { name: 'city', label: 'City', widget: 'hologram' as 'text' }]
  const { requests } = await drawBlock({ ...unfolded, fields })
  expect(labels()).toEqual(['city'])
  expect(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(requests.map(({ body }) => body)).toContainEqual({ kind: 'broken-block', name: 'text' })
})

it('a form that may send itself does so when its condition begins to hold, once each time', async () => {
  const errors = [{ pointer: '/zip', code: 'zip', message: 'No such ZIP', severity: 'error' }]
  const code: BlockOf<'form'> = {
    ...place,
    schema: { type: 'object', properties: { zip: text }, required: ['zip'] },
    value: {},
    fields: [{ name: 'zip', label: 'ZIP', digits: true }],
    groups: undefined,
    submit: {
      ...place.submit,
      when: { condition: { path: '/zip', minLength: 5 }, reason: 'Enter all of it.', atOnce: true },
    },
  }
  const { user, requests } = await drawBlock(code, { '/ui/actions/room.save': problem(422, { errors }) })
  const sent = () => requests.filter(({ url }) => url.endsWith('room.save')).map(({ body }) => body)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'ZIP' })
  await user.type(field, '07030')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  await user.type(field, '{Backspace}')
  expect(sent()).toEqual([{ zip: '07030' }])
  await user.type(field, '1')
  await waitFor(() => expect(sent()).toEqual([{ zip: '07030' }, { zip: '07031' }]))
})

describe('a folded group', () => {
  it('is one line until it is changed, and is sent', async () => {
    const { user, requests } = await drawBlock(place, { '/ui/actions/room.save': () => json({ effects: [] }) })
    expect(labels()).toEqual(['name'])
    expect(screen.getByRole('group', { name: 'Address' }).textContent).toBe(
      'Address12 Main Street, Hoboken 07030Change',
    )
    await user.click(screen.getByRole('button', { name: 'Change' }))
    expect(document.activeElement).toBe(screen.getByLabelText(/^Street/))
    await user.type(screen.getByLabelText('Name'), 'Mill')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(requests.at(-1)?.body).toEqual({ name: 'Mill', ...place.value }))
  })

  it('without a line is a button, and its title is heard only', async () => {
    const { user } = await drawBlock({
      ...place,
      groups: [{ id: 'more', title: 'Street', fields: ['street'], folded: { change: '+ Street' } }],
    })
    expect(screen.getByRole('group', { name: 'Street' }).textContent).toBe('Street+ Street')
    await user.click(screen.getByRole('button', { name: '+ Street' }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Street/ }))
  })

  it('opens when one of its fields is refused', async () => {
    const errors = [{ pointer: '/zip', code: 'zip', message: 'No such ZIP', severity: 'error' }]
    const { user } = await drawBlock(place, { '/ui/actions/room.save': problem(422, { errors }) })
    await user.type(screen.getByLabelText('Name'), 'Mill')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(labels()).toEqual(['name', 'street', 'city', 'zip']))
    expect(screen.getByLabelText(/^ZIP/).getAttribute('aria-invalid')).toBe('true')
  })
})
