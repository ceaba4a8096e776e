import { describe, expect, test } from 'vitest'
import { gluedAddresses, headsIn } from './glued-addresses.ts'
import { codeFiles, isTest } from './repository.ts'

const definesPaths = (path: string) => /(^|[/.])paths\.ts$/.test(path)
const served = codeFiles().filter(({ path }) => path.startsWith('server/') && !isTest(path))
const heads = served.filter(({ path }) => definesPaths(path)).flatMap(headsIn)

test('every address is made by a path', () => {
  const own = served.filter(({ path }) => /^server\/(features|identity|practice|outbox)\//.test(path))
  expect([own.length > 100, heads.length > 50]).toEqual([true, true])
  expect(
    gluedAddresses(
      own.filter(({ path }) => !definesPaths(path)),
      heads,
    ),
  ).toEqual([])
})

describe('the guard finds', () => {
  const gluedIn = (text: string) => gluedAddresses([{ path: 'server/features/a.ts', text }], ['/user', '/admin'])

  test.each([
    ['an address', "goTo('/user/home/Billing')\n"],
    ['a whole one', "goTo('/admin')\n"],
    ['one with a query', "goTo('/admin?next=x')\n"],
    ['one with a value', 'goTo(`/user/bill/${code}`)\n'],
    ['a query behind a path', 'goTo(`${paths.billing()}?tab=${tab}`)\n'],
    ['another part of a query', 'goTo(`${to}&page=${page}`)\n'],
    ['a query', 'goTo(`${to}?${new URLSearchParams({ page })}`)\n'],
  ])('%s', (_what, text) => {
    expect(gluedIn(text)).toEqual(['server/features/a.ts:1 glues an address'])
  })

  test.each([
    ['a path', "goTo(paths.billing({ tab: 'papers' }))\n"],
    ['other names of a screen', "use({ aliases: ['/user/home/messages'] })\n"],
    ['the origin before a path', 'send(`${origin}${paths.signIn()}`)\n'],
    ['a member of an input', "use('/Username', '/username')\n"],
    ['a query that is read', 'use(new URLSearchParams(query))\n'],
  ])('not %s', (_what, text) => {
    expect(gluedIn(text)).toEqual([])
  })
})
