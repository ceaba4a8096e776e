import { expect, expectTypeOf, it } from 'vitest'
import { path, withQuery } from './path.ts'

const receipt = path('/payment/:id/receipts/:day', ['print', 'about'])

it('fills the parameters and what is given of the query, in the order of its names', () => {
  expect(receipt({ id: 7, day: '2026-11-27' })).toBe('/payment/7/receipts/2026-11-27')
  expect(receipt({ about: 'bill:12', day: 'x', print: 'now', id: 7 })).toBe(
    '/payment/7/receipts/x?print=now&about=bill:12',
  )
  expect(path('/user/home/Billing')()).toBe('/user/home/Billing')
})

it('leaves out what is undefined or empty', () => {
  expect(receipt({ id: 0, day: 'x', print: undefined, about: '' })).toBe('/payment/0/receipts/x')
})

it.each([
  ['a/b:c', 'a%2Fb%3Ac', 'a%2Fb:c'],
  ['../x?y#z', '..%2Fx%3Fy%23z', '..%2Fx%3Fy%23z'],
  ['é &=+', '%C3%A9%20%26=%2B', '%C3%A9%20%26%3D%2B'],
  ['100%2C', '100%252C', '100%252C'],
])('encodes %j, so that it stays one value', (value, inPath, inQuery) => {
  const address = receipt({ id: value, day: 'x', about: value })
  expect(address).toBe(`/payment/${inPath}/receipts/x?about=${inQuery}`)
  const url = new URL(address, 'https://portal.example')
  expect(url.searchParams.get('about')).toBe(value)
  expect(url.hash).toBe('')
})

it('ignores members that the query does not name', () => {
  const values = { id: 1, day: 'x', print: 'now', by: 'date' }
  expect(receipt(values)).toBe('/payment/1/receipts/x?print=now')
})

it('names its route and its query, for the definition and the tests', () => {
  expect([receipt.route, receipt.query]).toEqual(['/payment/:id/receipts/:day', ['print', 'about']])
})

it('adds to a query that is there', () => {
  expect(withQuery('/x?a=1', { b: 2, c: undefined })).toBe('/x?a=1&b=2')
  expect(withQuery('/x', {})).toBe('/x')
})

it('knows its values by type', () => {
  expectTypeOf(receipt).parameter(0).toHaveProperty('id').toEqualTypeOf<string | number>()
  expectTypeOf(path('/x')).parameters.toEqualTypeOf<[]>()
  // @ts-expect-error a parameter is missing
  expect(() => receipt({ id: 1 })).toThrow('the address /payment/:id/receipts/:day needs its day')
  // @ts-expect-error the query has no such name
  expect(path('/x', ['tab'])({ tba: 'y' })).toBe('/x')
})
