import { expect, test } from 'vitest'
import { cutPage, lastPageOf, pageParametersOf, pageQueryOf, pageRequestOf, pagingOf } from './paging.ts'

const sizes = [10, 20, 50] as const

test('the address names page and size', () => {
  expect(pageRequestOf({ page: '3', size: '50' }, sizes)).toEqual({ page: 3, size: 50, sizes })
  expect(pageRequestOf({ page: '10000', size: '20' }, sizes)).toEqual({ page: 10_000, size: 20, sizes })
})

test.each([
  {},
  { page: '0', size: '0' },
  { page: '-1', size: '15' },
  { page: '1.5', size: '10.5' },
  { page: '10001', size: '1000' },
  { page: 'last', size: 'all' },
])('anything else is the first page of the first size: %j', (query) => {
  expect(pageRequestOf(query, sizes)).toEqual({ page: 1, size: 10, sizes })
})

test('the usual size may be another than the first one', () => {
  expect(pageRequestOf({}, [5, 10], 10)).toMatchObject({ page: 1, size: 10 })
})

test('the last page is that of the last row, and the first one where there is none', () => {
  expect([0, 1, 10, 11, 20, 21].map((total) => lastPageOf(total, 10))).toEqual([1, 1, 1, 2, 2, 3])
})

test('a page is cut out of the list, and a page beyond its end is the last one', () => {
  const all = Array.from({ length: 25 }, (_, at) => at)
  expect(cutPage(all, { page: 2, size: 10, sizes })).toMatchObject({ page: 2, total: 25, rows: all.slice(10, 20) })
  expect(cutPage(all, { page: 9, size: 10, sizes })).toMatchObject({ page: 3, rows: all.slice(20) })
  expect(cutPage([], { page: 9, size: 10, sizes })).toMatchObject({ page: 1, total: 0, rows: [] })
})

test('another page keeps the size, another size begins at the first page, and both keep the rest of the address', () => {
  const { paging } = pagingOf({ page: 2, size: 20, sizes, total: 45 }, '/rooms?floor=2')
  expect(paging).toMatchObject({
    toPage: { to: '/rooms?floor=2&size=20', parameter: 'page' },
    toSize: { to: '/rooms?floor=2', parameter: 'size' },
  })
  expect(pagingOf({ page: 1, size: 20, sizes, total: 10 }, '/rooms')).toEqual({})
  expect(pagingOf({ page: 1, size: 20, sizes, total: 11 }, '/rooms')).not.toEqual({})
})

test('one of several lists of a screen has parameters of its own', () => {
  expect(Object.keys(pageParametersOf('visits'))).toEqual(['visitsPage', 'visitsSize'])
  expect(pageQueryOf({ visitsPage: '3', visitsSize: '50' }, 'visits')).toEqual({ page: '3', size: '50' })
  const { paging } = pagingOf({ page: 2, size: 20, sizes, total: 45 }, '/rooms?floorsPage=2', 'visits')
  expect(paging).toMatchObject({
    toPage: { to: '/rooms?floorsPage=2&visitsSize=20', parameter: 'visitsPage' },
    toSize: { to: '/rooms?floorsPage=2', parameter: 'visitsSize' },
  })
})
