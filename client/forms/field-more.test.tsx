// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { drawBlock, exampleOf, fetchKinds } from '../../tests/support/draw-block.tsx'

beforeAll(fetchKinds)
afterEach(cleanup)

const example = exampleOf('form')
const schema = { type: 'object', properties: { agreed: { type: 'boolean' } } }

it('what is to be read first stands before the box that it is about', async () => {
  const more = { label: 'Read the rules', do: { type: 'open', dialog: 'rules' } } as const
  await drawBlock({ ...example, schema, fields: [{ name: 'agreed', label: 'I agree', widget: 'checkbox', more }] })
  const button = screen.getByRole('button', { name: 'Read the rules' })
  const box = screen.getByRole('checkbox', { name: 'I agree' })
  expect(button.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(button.getAttribute('type')).toBe('button')
})

it('whose password it is about is there for password managers and for nobody else', async () => {
  await drawBlock({ ...example, fields: example.fields.slice(0, 2), username: 'ann.bell' })
  const field = document.querySelector<HTMLInputElement>('form input[autocomplete=username]')
  expect([field?.value, field?.hidden, field?.readOnly]).toEqual(['ann.bell', true, true])
  expect(screen.queryByDisplayValue('ann.bell')?.closest('.field')).toBe(null)
})
