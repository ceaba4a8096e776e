import { expect } from 'vitest'
import { placeOf } from '../../client/shell/place-of.ts'
import { paths } from '../../server/practice/paths.ts'
import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import { guestOf } from '../support/guests.ts'
import { linkedScreens } from '../support/linked-screens.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { bookFirst, crawl, type Page } from './contract-crawl.ts'

const test = portalTest({ maria: 'maria.alvarez', gabriel: 'g.alvarez@example.com', admin: 'front.desk' })

/** Screens before sign-in, which nobody who is signed in is led to. */
const beforeSignIn = [
  '/',
  '/admin',
  '/privacypolicy',
  /^\/user\/(login|signup|forgot\w+|resetpassword|guestLogin|invitation|bill|stopMessageEmails)(\/|$)/,
]

/** Anybody may open it, but only guests are led to it. */
const thanksOfGuests = paths.guestThanks()

const isBeforeSignIn = (route: string) =>
  beforeSignIn.some((place) => (typeof place === 'string' ? place === route : place.test(route)))

const isBillOfGuests = ({ do: act }: Shell['navigation']['entries'][number]) =>
  act.type === 'navigate' && act.to === paths.guestBilling()

/** Returns the screens with a navigation on which other than one entry of the menus is marked. */
async function unmarked(visitor: Visitor, pages: readonly Page[]): Promise<string[]> {
  const { navigation, account } = (await visitor.get<Shell>('/ui/shell')).body
  const faults = pages.flatMap(({ path, status, body }) => {
    if (status !== 200 || !path.startsWith('/ui/screens/')) return []
    const screen = body as Screen // what that address answers
    const here = path.replace('/ui/screens', '')
    if (screen.chrome !== 'full' || isBeforeSignIn(here.split('?')[0] ?? '')) return []
    const entries = [...navigation.entries, ...(account?.entries ?? [])]
    if (here === thanksOfGuests && !navigation.entries.some(isBillOfGuests)) return []
    const marked = entries.filter((entry) => placeOf(entry, { path: here, under: screen.under }))
    return marked.length === 1
      ? []
      : [`${screen.route}: ${marked.map(({ label }) => label).join(' and ') || 'nothing'}`]
  })
  return [...new Set(faults)].toSorted()
}

const routesOf = ({ portal }: RunningPortal) =>
  portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))

test('every screen of a patient marks one entry of the menus', async ({ portal, maria }) => {
  const pages = await crawl(maria, [...routesOf(portal), ...(await linkedScreens(portal, 'lakeside'))], 1)
  const booked = (await bookFirst(maria, pages)).replace('/ui/screens', '')
  expect(await unmarked(maria, [...pages, ...(await crawl(maria, [booked], 1))])).toEqual([])
})

test.for(['gabriel', 'admin'] as const)(
  'every screen of %s marks one entry of the menus',
  async (name, { portal, gabriel, admin }) => {
    const visitor = { gabriel, admin }[name]
    expect(await unmarked(visitor, await crawl(visitor, routesOf(portal), 1))).toEqual([])
  },
)

test('every screen of a guest marks one entry of the menus', async ({ portal }) => {
  const guest = await guestOf(portal)
  expect(await unmarked(guest, await crawl(guest, routesOf(portal), 1))).toEqual([])
})
