import { expect, test } from 'vitest'
import type { Answer, RunningPortal, Visitor } from '../../support/portal.ts'
import type { Bench, Crawled } from './judge.ts'
import { judges } from './judges.ts'

interface MadeUp {
  body?: object
  status?: number
  /** What the visitor gets at other addresses. */
  answers?: Record<string, Partial<Answer<unknown>>>
  isSignedIn?: boolean
}

const title = { kind: 'text', id: 'title', role: 'title', text: 'Rooms' }
const menu = { id: 'rooms', label: 'Rooms', do: { type: 'navigate', to: '/rooms' } }

/** A crawl of one page, `/rooms`, to which a menu leads. */
function crawlOf({ body = {}, status = 200, answers = {}, isSignedIn = true }: MadeUp): Crawled {
  const known: Record<string, Partial<Answer<unknown>>> = {
    '/ui/screens/': { status: 200, body: menu },
    '/ui/screens/rooms': { status },
    '/ui/screens/rooms?explain=1': {
      status: 200,
      body: { drawn: true, blocks: [{ block: 'title', shown: true, rule: 'always', reads: [] }] },
    },
    ...answers,
  }
  const get = (path: string) => Promise.resolve({ status: 404, headers: {}, body: {}, ...known[path] } as Answer<never>) // as the test made it up
  return {
    visitor: { get } as unknown as Visitor, // nobody acts or signs in here
    isSignedIn,
    practice: 'lakeside',
    patients: [1001],
    shell: { navigation: { entries: [menu] } } as unknown as Crawled['shell'], // nothing else of it is judged
    pages: [
      {
        path: '/ui/screens/rooms',
        from: '/ui/screens/',
        name: '/rooms',
        status,
        body: { chrome: 'full', topics: [], blocks: [title], ...body },
      },
    ],
  }
}

const keepsContract: Bench = { portal: { portal: {} } as unknown as RunningPortal, check: () => '' } // for the token only
const breaksContract: Bench = { ...keepsContract, check: () => 'is no screen' }

const nothing = { kind: 'list', id: 'halls', rows: [], empty: { text: 'None.' } }
const form = { kind: 'form', id: 'door', validator: '/ui/checks/door.js' }
const checks = (code: string) => ({
  '/ui/checks/door.js': {
    status: 200,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    body: code,
  },
})

/** A fault for each judge, by its name, as far as possible with the words that it says. */
const faults: Record<string, { of: MadeUp; by?: Bench; says: string }> = {
  'keeps the published contract on every screen and region': {
    of: {},
    by: breaksContract,
    says: '/ui/screens/rooms: is no screen',
  },
  'keeps the published contract where nothing could be shown, with a screen to draw, and never fails': {
    of: { status: 404 },
    says: '/ui/screens/rooms: 404 without a screen',
  },
  'leads only to screens that open, or for which a visitor can sign in': {
    of: { status: 401 },
    says: '/ui/screens/rooms on /ui/screens/: 401',
  },
  'has only files that open': {
    of: { body: { blocks: [title, { kind: 'button', id: 'plan', href: '/rooms/plan.pdf' }] } },
    says: '/rooms/plan.pdf: 404',
  },
  'stands in a shell that keeps the contract and leads to screens': {
    of: { answers: { '/ui/screens/rooms': { status: 403 } } },
    says: '/ui/screens/rooms in the shell: 403',
  },
  'names each of its blocks once on a screen, and has one title': {
    of: { body: { blocks: [title, title] } },
    says: '/rooms: title twice',
  },
  'has for each of its forms the compiled checks, which admit and refuse': {
    of: { body: { blocks: [title, form] }, answers: checks('export default () => ({ door: () => true })') },
    says: '/ui/checks/door.js on /ui/screens/rooms: refuses nothing',
  },
  'marks one entry of the menus on every screen with a navigation': {
    of: { body: { under: '/halls' } },
    says: '/rooms: nothing',
  },
  'has a picture and a sentence wherever a list is empty': {
    of: { body: { blocks: [title, nothing] } },
    says: '/ui/screens/rooms: halls',
  },
  'says nothing that a program has left behind': {
    of: { body: { title: 'Room undefined' } },
    says: '/ui/screens/rooms: Room undefined',
  },
  'follows only what is about these records, this person and this practice': {
    of: { body: { topics: ['patient:lakeside:1001/bills', 'patient:lakeside:1002/bills', 'licensee:northgate/x'] } },
    says: '/ui/screens/rooms: patient:lakeside:1002/bills',
  },
  'shows nothing of another person': {
    of: { body: { blocks: [title, { kind: 'text', id: 'owner', text: 'Maria Alvarez and Nora Quinn' }] } },
    says: '/ui/screens/rooms: Nora Quinn',
  },
  'is explained, and nothing that is there is called absent': {
    of: {
      answers: {
        '/ui/screens/rooms?explain=1': {
          status: 200,
          body: { drawn: true, blocks: [{ block: 'title', shown: false, rule: 'roomsOpen', reads: [] }] },
        },
      },
    },
    says: '/rooms: title is called absent',
  },
}

const sound = crawlOf({ answers: checks('export default () => ({ door: (each) => typeof each === "object" })') })

test.for(judges)('$name: is found to be so, and not to be', async ({ name, faultsIn }) => {
  const { of, by = keepsContract, says } = faults[name] ?? expect.fail('this judge has no fault to find')
  expect(await faultsIn(sound, keepsContract)).toEqual([])
  expect(await faultsIn(crawlOf(of), by)).toContain(says)
})

test('a visitor who is asked to sign in is led well', async () => {
  const [links] = judges.filter(({ name }) => name.startsWith('leads only'))
  expect(await links?.faultsIn(crawlOf({ status: 401, isSignedIn: false }), keepsContract)).toEqual([])
})
