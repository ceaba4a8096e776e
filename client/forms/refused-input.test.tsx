// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'
import { json, problem } from '../../tests/support/fake-portal.ts'

beforeAll(fetchKinds)
afterEach(cleanup)

const lock: BlockOf<'form'> = {
  ...exampleOf('form'),
  schema: {
    type: 'object',
    properties: { code: { type: 'string' }, name: { type: 'string' }, day: { type: 'string', format: 'date' } },
  },
  fields: [
    { name: 'code', label: 'Code', widget: 'code' },
    { name: 'name', label: 'Name' },
    { name: 'day', label: 'Day', widget: 'date' },
  ],
  submit: { label: 'Open', do: { type: 'submit', action: 'room.open' } },
}
const wrong = { pointer: '/code', code: 'wrong', message: 'Not this code.', severity: 'error' }
const refusing = (clear: boolean) => ({
  '/ui/actions/room.open': problem(422, { errors: [clear ? { ...wrong, clear } : wrong] }),
})
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

describe('a value that the server refused', () => {
  it.each([
    [true, ''],
    [false, '4711'],
  ])('is emptied when the server says so (%s), and marked; the others stay [1 §4.10]', async (clear, left) => {
    const { user } = await drawBlock(lock, refusing(clear))
    await user.type(field('Code'), '47 11')
    await user.type(field('Name'), 'Ann')
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(field('Code').getAttribute('aria-invalid')).toBe('true'))
    expect([field('Code').value, field('Name').value]).toEqual([left, 'Ann'])
    expect(screen.getAllByText('Not this code.')).toHaveLength(2)
    await user.type(field('Code'), '8')
    expect(field('Code').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('a day', () => {
  const sentDay = async (text: string) => {
    const { user, requests } = await drawBlock(lock, { '/ui/actions/room.open': () => json({ effects: [] }) })
    await user.type(field('Day'), text)
    await user.tab()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    const sent = await waitFor(() => {
      const request = requests.find(({ url }) => url.startsWith('/ui/actions'))
      expect(request).toBeDefined()
      return request
    })
    return [sent?.body, field('Day').value]
  }

  it('that was typed is sent as a day [1 §5.2 §9.21] [2 §5.48 §9.25]', async () => {
    expect(await sentDay('02/29/2024')).toEqual([{ day: '2024-02-29' }, '02/29/2024'])
  })

  it('that is none is sent as it was typed, for the checks to refuse [1 §5.3]', async () => {
    expect(await sentDay('02/30/2024')).toEqual([{ day: '02/30/2024' }, '02/30/2024'])
  })

  it('is understood as the browser fills it in, without focus [HTML autofill, bday]', async () => {
    const { user, requests } = await drawBlock(lock, { '/ui/actions/room.open': () => json({ effects: [] }) })
    fireEvent.input(field('Day'), { target: { value: '1988-04-01' } })
    fireEvent.change(field('Day'), { target: { value: '1988-04-01' } })
    expect(field('Day').value).toBe('04/01/1988')
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(requests.at(-1)?.body).toEqual({ day: '1988-04-01' }))
  })

  it('that was right stays as it is typed until its field is left, and a wrong correction stays too', async () => {
    const { user } = await drawBlock(lock)
    await user.type(field('Day'), '4/1/1988')
    expect(field('Day').value).toBe('4/1/1988')
    await user.tab()
    expect(field('Day').value).toBe('04/01/1988')
    await user.clear(field('Day'))
    await user.type(field('Day'), '13/45/1988')
    await user.tab()
    expect(field('Day').value).toBe('13/45/1988')
  })

  it('is sent by Enter in its field', async () => {
    const { user, requests } = await drawBlock(lock, { '/ui/actions/room.open': () => json({ effects: [] }) })
    await user.type(field('Day'), '4/1/1988{Enter}')
    await waitFor(() => expect(requests.at(-1)?.body).toEqual({ day: '1988-04-01' }))
  })
})
