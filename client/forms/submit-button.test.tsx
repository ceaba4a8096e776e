// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'
import { json } from '../../tests/support/fake-portal.ts'
import { refusalOf } from './submit-button.tsx'

beforeAll(fetchKinds)
afterEach(cleanup)

const terms: BlockOf<'form'> = {
  ...exampleOf('form'),
  schema: { type: 'object', properties: { name: { type: 'string' }, agreed: { type: 'boolean' } } },
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'agreed', label: 'I agree' },
  ],
  submit: {
    label: 'Save',
    do: { type: 'submit', action: 'room.save' },
    when: { condition: { path: '/agreed', eq: true }, reason: 'Agree to the terms first.' },
  },
}
const answers = { '/ui/actions/room.save': () => json({ effects: [] }) }
const button = () => screen.getByRole('button', { name: 'Save' })
const reason = () => document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent

describe('a form that cannot be sent yet', () => {
  it('says why, can be reached, and is not sent by the button or by Enter [1 §4.4 §5.7]', async () => {
    const { user, requests } = await drawBlock(terms, answers)
    expect([button().getAttribute('aria-disabled'), reason()]).toEqual(['true', 'Agree to the terms first.'])
    expect(button().hasAttribute('disabled')).toBe(false)
    await user.click(button())
    expect(document.activeElement).toBe(button())
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Hall{Enter}')
    expect(requests.filter(({ url }) => url.startsWith('/ui/actions'))).toEqual([])
  })

  it('can be sent as soon as its condition holds, by the same button', async () => {
    const { user, requests } = await drawBlock(terms, answers)
    const before = button()
    await user.click(screen.getByRole('checkbox', { name: 'I agree' }))
    expect(button()).toBe(before)
    expect([button().getAttribute('aria-disabled'), reason()]).toEqual([null, undefined])
    expect(screen.queryByText('Agree to the terms first.')).toBeNull()
    await user.click(button())
    await waitFor(() =>
      expect(requests.find(({ url }) => url.startsWith('/ui/actions'))?.body).toEqual({ agreed: true }),
    )
  })
})

it('a form that the server switched off stays off, whatever is typed', async () => {
  const off = { ...terms, submit: { ...terms.submit, disabled: { reason: 'Nothing can be saved today.' } } }
  expect(refusalOf(off.submit, { agreed: true })).toBe('Nothing can be saved today.')
  const { user, requests } = await drawBlock(off, answers)
  await user.click(screen.getByRole('checkbox', { name: 'I agree' }))
  expect(reason()).toBe('Nothing can be saved today.')
  await user.click(button())
  expect(requests.filter(({ url }) => url.startsWith('/ui/actions'))).toEqual([])
})

it('a form of a code can be sent once all of it is typed, and not before [1 §4.9 §5.14]', async () => {
  const code: BlockOf<'form'> = {
    ...terms,
    schema: { type: 'object', properties: { code: { type: 'string', minLength: 4, maxLength: 4 } } },
    fields: [{ name: 'code', label: 'Code', widget: 'code', digits: true }],
    submit: { ...terms.submit, when: { condition: { path: '/code', minLength: 4 }, reason: 'Enter all 4 digits.' } },
  }
  const { user, requests } = await drawBlock(code, answers)
  const field = screen.getByRole('textbox', { name: 'Code' })
  for (const typed of ['12', 'x', '3']) {
    await user.type(field, `${typed}{Enter}`)
    await user.click(button())
    expect([button().getAttribute('aria-disabled'), reason()]).toEqual(['true', 'Enter all 4 digits.'])
  }
  expect(requests.filter(({ url }) => url.startsWith('/ui/actions'))).toEqual([])
  await user.type(field, '4')
  expect(button().getAttribute('aria-disabled')).toBeNull()
  await user.click(button())
  await waitFor(() => expect(requests.find(({ url }) => url.startsWith('/ui/actions'))?.body).toEqual({ code: '1234' }))
})
