import { test as base, type TestAPI } from 'vitest'
import { startPortal, type Login, type PortalWish, type RunningPortal, type Visitor } from './portal.ts'
import { startToKeep } from './open-resources.ts'
import { changedTables, tableMarks } from './table-marks.ts'

/** Who signs in, by the name that tests call them. */
type People = Record<string, Login>

type FileFixtures<P extends People> = { portal: RunningPortal } & { [Name in keyof P]: Visitor }

/** `$__file` is where vitest's types look for what a further fixture of a file may use: `test.extend('slots', { scope: 'file' }, …)`. */
type Fixtures<P extends People> = FileFixtures<P> & { readonly $__file?: FileFixtures<P> }

/** A file that only reads borrows the portal that its worker keeps; any other starts one of its own, whose databases are clones. */
export type PortalTestOptions = { shared: true; clientFolder?: string } | (PortalWish & { shared?: false })

/**
 * What is started once in a worker. Vitest keeps a worker's fixtures apart for each `test` that was extended from another, so each of
 * them borrows it from here; they all are torn down together when the worker ends.
 */
export function oncePerWorker<T extends { close(): Promise<unknown> }>(
  start: () => Promise<T>,
  { serves = false } = {},
) {
  let started: Promise<T> | undefined
  let closed: Promise<unknown> | undefined
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures this one needs
  return async ({}: object, use: (value: T) => Promise<void>): Promise<void> => {
    const value = await (started ??= startToKeep(start, { serves }))
    await use(value)
    await (closed ??= value.close())
  }
}

const sharedTests = new Map<string | undefined, TestAPI<{ portal: RunningPortal; readsOnly: undefined }>>()

/** One for the portals without a built client, and one for those of the browser suite. */
function sharedTest(clientFolder: string | undefined) {
  const known = sharedTests.get(clientFolder)
  if (known) return known
  const test = base.extend<{ portal: RunningPortal; readsOnly: undefined }>({
    portal: [oncePerWorker(() => startPortal({ clientFolder }), { serves: true }), { scope: 'worker' }],
    readsOnly: [
      async ({ portal }, use) => {
        const before = await tableMarks(portal)
        await use(undefined)
        const changed = changedTables(before, await tableMarks(portal))
        if (changed.length > 0)
          throw new Error(
            `This test writes to a portal that other files share (${changed.join(', ')}): start one of its own.`,
          )
      },
      { auto: true },
    ],
  })
  sharedTests.set(clientFolder, test)
  return test
}

const ownTest = (wish: PortalWish) =>
  base.extend<{ portal: RunningPortal }>({
    portal: [
      // oxlint-disable-next-line no-empty-pattern -- as above
      async ({}, use) => {
        const portal = await startPortal(wish)
        await use(portal)
        await portal.close()
      },
      { scope: 'file' },
    ],
  })

/**
 * The `test` of a file that needs a portal: `portal` is started or borrowed once for the file, each of `people` is a browser that is
 * signed in, and after every test the faults of the record server are healed and the clock is back where it was before it.
 */
export function portalTest<P extends People = Record<never, never>>(
  people: P = {} as P, // nobody, as the default of P says
  { shared = false, ...wish }: PortalTestOptions = {},
): TestAPI<Fixtures<P>> {
  const test: TestAPI<{ portal: RunningPortal }> = shared ? sharedTest(wish.clientFolder) : ownTest(wish)
  const restored = test.extend<{ restored: undefined }>({
    restored: [
      async ({ portal }, use) => {
        const { aheadMs } = portal.clock
        await use(undefined)
        portal.clock.aheadMs = aheadMs
        await portal.heal()
      },
      { auto: true },
    ],
  })
  const signedIn = Object.entries(people).map(([name, login]) => [
    name,
    [
      async ({ portal }: { portal: RunningPortal }, use: (visitor: Visitor) => Promise<void>) =>
        use(await portal.signIn(login)),
      { scope: 'file' },
    ],
  ])
  return restored.extend(Object.fromEntries(signedIn)) as unknown as TestAPI<Fixtures<P>> // one fixture for each of `people`
}
