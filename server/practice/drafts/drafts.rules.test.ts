import { expect, it } from 'vitest'
import { apartId, draftStep, isEmpty } from './drafts.rules.ts'

const old = { subject: 'Sunscreen', body: 'Which' }
const value = { ...old, body: 'Which one?' }

it('a page that knows what is stored replaces it', () => {
  expect(draftStep({ stored: old, known: old, value })).toBe('store')
  expect(draftStep({ stored: undefined, known: {}, value })).toBe('store')
})

it('what is stored already is not stored again, whatever the page knows', () => {
  expect(draftStep({ stored: value, known: old, value })).toBe('nothing')
  expect(draftStep({ stored: undefined, known: old, value: {} })).toBe('nothing')
})

it('what another page has changed, sent or deleted is not replaced', () => {
  const other = { ...old, body: 'When?' }
  expect(draftStep({ stored: other, known: old, value })).toBe('setApart')
  expect(draftStep({ stored: undefined, known: old, value })).toBe('setApart')
  expect(draftStep({ stored: other, known: old, value: {} })).toBe('nothing')
})

it('a draft without any text is none', () => {
  expect(draftStep({ stored: old, known: old, value: { subject: '', isHigh: false } })).toBe('delete')
  expect([isEmpty({ body: '' }), isEmpty({ isHigh: true }), isEmpty({ recipient: 'g3' })]).toEqual([true, false, false])
})

it('a draft without any text stays one while something is attached', () => {
  expect(draftStep({ stored: old, known: old, value: {}, isAttached: true })).toBe('store')
})

it('a draft that is set apart has one id for one text', () => {
  const draft = '00000000-0000-4000-8000-000000000000'
  expect(apartId(draft, value)).toBe(apartId(draft, { ...value, recipient: '' }))
  expect(apartId(draft, old)).not.toBe(apartId(draft, value))
  expect(apartId(draft, old)).toMatch(/^[\da-f-]{36}$/)
})
