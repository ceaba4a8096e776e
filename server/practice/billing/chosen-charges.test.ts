import { expect, it } from 'vitest'
import type { Charge } from '../../gateways/emr/billing/billing.ts'
import { chargesOf, chosenCharges, chosenText } from './chosen-charges.ts'

const charges = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `${5_000_000 + at}` }) as Charge) // the rest is not read
const ids = (open: readonly Charge[]) => open.map(({ id }) => id)
const pattern = new RegExp(`^(${chosenCharges.pattern})$`)

it('any choice of 400 charges fits an address, and is read from it again', () => {
  const open = charges(400)
  for (let count = 1; count <= 400; count++) {
    const chosen = open.slice(0, count)
    const text = chosenText(ids(chosen), open) ?? ''
    expect([pattern.test(text), text.length <= chosenCharges.maxLength]).toEqual([true, true])
    expect(chargesOf(text, open)).toEqual({ chosen, isStale: false })
  }
})

it('nothing, and what is too long, is none', () => {
  const open = charges(900)
  expect([chosenText([], open), chosenText(ids(open.slice(0, 450)), open)]).toEqual([undefined, undefined])
  expect(chosenText(ids(open), open)).toBe('-')
})

it('a charge that can no longer be paid is not chosen, and makes the choice stale', () => {
  expect(chargesOf('5000000.7', charges(2))).toEqual({ chosen: charges(1), isStale: true })
})
