// @vitest-environment jsdom
import type { RJSFSchema } from '@rjsf/utils'
import { cleanup, render, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { formModule } from '../../server/protocol/form-module.ts'
import { fakePortal, json, problem } from '../../tests/support/fake-portal.ts'
import { PortalContext } from '../model/portal-context.ts'
import { loadValidator } from '../forms/validator.ts'
import { FormBlock } from './form.tsx'

afterEach(cleanup)

const schema: RJSFSchema = {
  type: 'object',
  required: ['name', 'key'],
  properties: {
    name: { type: 'string', minLength: 2 },
    key: { type: 'string' },
    type: { enum: ['one', 'other'] },
    more: { type: 'string' },
    next: { type: 'string' },
  },
}
const { url, code } = formModule(schema)
const room: BlockOf<'form'> = {
  kind: 'form',
  id: 'room',
  errorTitle: 'Please check',
  validator: url,
  schema,
  value: { name: 'Hall' },
  fields: [
    {
      name: 'name',
      label: 'Name',
      help: 'As on the door.',
      messages: { required: 'Enter a name', minLength: 'The name is too short' },
    },
    {
      name: 'key',
      label: 'Key',
      widget: 'password',
      autocomplete: 'new-password',
      messages: { required: 'Enter a key' },
    },
    { name: 'type', label: 'Type', optionLabels: ['The first', 'Another'] },
    { name: 'more', label: 'More', visible: { path: '/type', eq: 'other' } },
  ],
  submit: { label: 'Save', do: { type: 'submit', action: 'room.save' } },
}

async function draw(answers: Parameters<typeof fakePortal>[0] = {}, block: BlockOf<'form'> = room) {
  const fake = fakePortal(answers)
  // The module as the browser would import it.
  // oxlint-disable-next-line typescript/no-implied-eval -- a test may; the page may not
  const makeChecks = new Function('require', `return (${code.replace('export default ', '').trimEnd()})(require)`) as (
    require: unknown,
  ) => never
  await loadValidator(url, schema, () => Promise.resolve({ default: makeChecks }))
  const tree = (of: BlockOf<'form'>) => (
    <PortalContext value={fake.portal}>
      <FormBlock block={of} />
    </PortalContext>
  )
  const view = render(tree(block))
  await waitFor(() => undefined)
  return {
    ...fake,
    renew: (value: Record<string, unknown>) => view.rerender(tree({ ...block, value })),
    person: userEvent.setup(),
  }
}

const name = () => page.getByRole<HTMLInputElement>('textbox', { name: /^Name/ })
const save = () => page.getByRole('button', { name: /Save/ })

it('what is wrong stands over the form with links, and beside its field', async () => {
  const { person, portal, requests } = await draw()
  expect(page.getAllByRole('textbox')).toHaveLength(1)
  await person.clear(name())
  await person.type(name(), 'H')
  await person.click(save())
  const summary = await page.findByRole('alert')
  expect(document.activeElement).toBe(summary)
  expect([...summary.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
    'The name is too short',
    'Enter a key',
  ])
  expect(name().getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById('room-name-error')?.textContent).toMatch('The name is too short')
  expect(name().getAttribute('aria-describedby')).toBe('room-name-help room-name-error')
  expect(portal.invalidForms.get().has('room')).toBe(true)
  expect(requests).toEqual([])
  await person.click(page.getByRole('link', { name: 'The name is too short' }))
  expect(document.activeElement).toBe(name())
})

it('what is wrong with no field heads the list itself', async () => {
  const detail = 'Nothing was saved. The keys are locked away.'
  const { person } = await draw({
    '/ui/actions/room.save': problem(503, { detail, errors: [{ pointer: '', message: detail }] }),
  })
  await person.type(page.getByLabelText(/^Key/), 'secret')
  await person.click(save())
  const summary = await page.findByRole('alert')
  expect([summary.querySelector('h2')?.textContent, summary.querySelectorAll('li').length]).toEqual([detail, 0])
  expect(summary.textContent).not.toContain('Please check')
})

it('the checks follow the typing only once the form was sent [2 §5.46]', async () => {
  const { person } = await draw()
  await person.clear(name())
  expect(document.getElementById('room-name-error')).toBeNull()
  await person.click(save())
  await person.type(name(), 'Hall')
  await waitFor(() => expect(document.getElementById('room-name-error')).toBeNull())
})

it('an error that is mended keeps its place until the next check, unheard', async () => {
  const { person } = await draw()
  await person.clear(name())
  await person.click(save())
  const field = name().closest('[data-field]')
  expect(field?.className).toBe('field invalid')
  await person.type(name(), 'Hall')
  const place = await waitFor(() => {
    const mended = field?.querySelector('.mended')
    expect(mended).not.toBeNull()
    return mended
  })
  expect([place?.textContent, place?.getAttribute('aria-hidden'), place?.id]).toEqual(['Enter a name', 'true', ''])
  expect(name().getAttribute('aria-describedby')).toBe('room-name-help')
  await person.click(save())
  await waitFor(() => expect(field?.className).toBe('field'))
})

it('what the server refuses stands at its field, and what was typed stays', async () => {
  const error = { code: 'taken', severity: 'error' }
  const errors = [
    { ...error, pointer: '/name', message: 'This name is taken' },
    { ...error, pointer: '/nowhere', message: 'And more' },
  ]
  const { person, requests } = await draw({ '/ui/actions/room.save': problem(422, { errors }) })
  await person.type(page.getByLabelText(/^Key/), 'secret')
  await person.click(save())
  expect((await page.findByRole('alert')).textContent).toMatch(/This name is taken.*And more/)
  expect(requests[0]?.body).toEqual({ name: 'Hall', key: 'secret' })
  expect(document.getElementById('room-name-error')?.textContent).toMatch('This name is taken')
  expect(page.getByLabelText<HTMLInputElement>(/^Key/).value).toBe('secret')
})

it('a fresh value changes what the person has not touched, and nothing else', async () => {
  const { person, renew } = await draw()
  await person.type(page.getByLabelText(/^Key/), 'mine')
  renew({ name: 'New hall', key: 'theirs' })
  expect(name().value).toBe('New hall')
  expect(page.getByLabelText<HTMLInputElement>(/^Key/).value).toBe('mine')
})

it('a field shows when its condition holds, and is sent only then', async () => {
  const { person, requests } = await draw({ '/ui/actions/room.save': json({ effects: [] }) })
  await person.type(page.getByLabelText(/^Key/), 'k')
  await person.click(page.getByRole('radio', { name: 'Another' }))
  await person.type(page.getByRole('textbox', { name: 'More' }), 'words')
  await person.click(page.getByRole('radio', { name: 'The first' }))
  expect(page.queryByRole('textbox', { name: 'More' })).toBeNull()
  await person.click(save())
  await waitFor(() => expect(requests[0]?.body).toEqual({ name: 'Hall', key: 'k', type: 'one' }))
})

it('a password can be shown and hidden, and says what it is to the browser', async () => {
  const { person } = await draw()
  const key = page.getByLabelText(/^Key/)
  expect([key.getAttribute('type'), key.getAttribute('autocomplete')]).toEqual(['password', 'new-password'])
  await person.click(page.getByRole('button', { name: 'Show password' }))
  expect(key.getAttribute('type')).toBe('text')
  expect(page.getByRole('button', { name: 'Hide password' })).toBeTruthy()
})

it('has the primary button, unless another button of the screen is that', async () => {
  await draw()
  expect(save().className).toContain('first')
  cleanup()
  await draw({}, { ...room, submit: { ...room.submit, style: 'secondary' } })
  expect(save().className).not.toContain('first')
})

it('sends once, however often the button is pressed', async () => {
  const answer = vi.fn(() => new Promise<Response>(() => undefined))
  const { person } = await draw({ '/ui/actions/room.save': answer })
  await person.type(page.getByLabelText(/^Key/), 'k')
  await person.dblClick(save())
  await person.click(save())
  expect(answer).toHaveBeenCalledTimes(1)
})

describe('a form that is edited in place', () => {
  const inPlace: BlockOf<'form'> = {
    ...room,
    value: { name: 'Hall', key: 'k' },
    fields: room.fields.filter((field) => field.name === 'name').map((field) => ({ ...field, hideLabel: true })),
    inPlace: { discard: 'Cancel' },
  }
  const answers = { '/ui/actions/room.save': json({ effects: [] }) }

  it('has its buttons once the value differs, and sends nothing before', async () => {
    const { person, requests } = await draw(answers, inPlace)
    expect(page.queryByRole('button', { name: 'Save' })).toBeNull()
    await person.type(name(), '{Enter}')
    expect(requests).toEqual([])
    await person.type(name(), ' two')
    expect(page.getByRole('button', { name: 'Save' })).toBeTruthy()
    await person.click(page.getByRole('button', { name: 'Cancel' }))
    expect(name().value).toBe('Hall')
    expect(page.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(document.activeElement).toBe(name())
  })

  it('gives the focus back to its field when it was saved', async () => {
    const { person, renew, requests } = await draw(answers, inPlace)
    await person.type(name(), ' two')
    await person.click(save())
    await waitFor(() => expect(requests[0]?.body).toEqual({ name: 'Hall two', key: 'k' }))
    renew({ name: 'Hall two', key: 'k' })
    await waitFor(() => expect(page.queryByRole('button', { name: 'Save' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(name()))
  })

  it('says at its field what is wrong, without a list of errors', async () => {
    const { person } = await draw(answers, inPlace)
    await person.clear(name())
    await person.type(name(), 'H')
    await person.click(save())
    await waitFor(() => expect(document.getElementById('room-name-error')?.textContent).toMatch('too short'))
    expect(page.queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(name())
    expect(name().getAttribute('aria-describedby')).toContain('room-name-error')
  })
})
