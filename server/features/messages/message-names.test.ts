import { expect, it } from 'vitest'
import { addressedTo, namesOf, writerName, type Reader } from './message-names.ts'

const patient = { id: '1003', emrId: 'LSD-1003', firstName: 'Lucas', lastName: 'Alvarez' }
const father: Reader = { accountId: 7, kind: 'guardian', patient }
const lucas: Reader = { accountId: 8, kind: 'patient', patient }
const byFather = { id: '7', name: 'Gabriel Alvarez', isGuardian: true }
const byLucas = { id: '8', name: 'Lucas Alvarez', isGuardian: false }

it('who wrote a message is "You" to themselves and a name to others', () => {
  expect([writerName(byFather, father), writerName(byFather, lucas)]).toEqual(['You', 'Gabriel Alvarez'])
  expect([writerName(byLucas, father), writerName(byLucas, lucas)]).toEqual(['Lucas Alvarez', 'You'])
})

it('a message that does not say who wrote it is the patient’s', () => {
  expect([writerName(undefined, father), writerName(undefined, lucas)]).toEqual(['Lucas Alvarez', 'You'])
})

it('a message that somebody wrote for the patient says so', () => {
  const to = [{ id: '3', name: 'Nurses', isGroup: true }]
  expect([addressedTo({ author: byFather, to }, lucas), addressedTo({ author: byLucas, to }, father)]).toEqual([
    'for Lucas to Nurses',
    'to Nurses',
  ])
})

it('many recipients are the first ones and a number', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: `N${at}`, isGroup: false }))
  expect([namesOf(many(200), 3), namesOf(many(4), 3), namesOf(many(3), 3), namesOf(many(4))]).toEqual([
    'N0, N1, N2 and 197 others',
    'N0, N1, N2 and 1 other',
    'N0, N1, N2',
    'N0, N1, N2, N3',
  ])
})
