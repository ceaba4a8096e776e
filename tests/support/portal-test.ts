import { test as base, type TestAPI } from 'vitest'
import { startPortal, type Login, type PortalOptions, type RunningPortal, type Visitor } from './portal.ts'
import { startToKeep } from './open-resources.ts'
import { changedTables, tableMarks } from './table-marks.ts'
import { learnAllVisits } from './visits.ts'

/** The accounts to sign in, by fixture name. */
type People = Record<string, Login>

type FileFixtures<P extends People> = { portal: RunningPortal } & { [Name in keyof P]: Visitor }

/**
 * Vitest's types look in `$__file` for the fixtures that a file's own fixture may use: `test.extend('slots', { scope:
 * 'file' }, …)`.
 */
type Fixtures<P extends People> = FileFixtures<P> & { readonly $__file?: FileFixtures<P> }

/** A file that only reads shares the portal of its worker; other files start their own, on cloned databases. */
export type PortalTestOptions = { shared: true; clientFolder?: string } | (PortalOptions & { shared?: false })

/**
 * A resource that is started once in a worker. Vitest keeps worker fixtures separate for each extended `test`, so each
 * of them gets the resource from here; all are closed together when the worker ends.
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

/** One for portals without a built client, and one for the browser suite. */
function sharedTest(clientFolder: string | undefined) {
  const known = sharedTests.get(clientFolder)
  if (known) return known
  const test = base.extend<{ portal: RunningPortal; readsOnly: undefined }>({
    portal: [oncePerWorker(() => startShared(clientFolder), { serves: true }), { scope: 'worker' }],
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

async function startShared(clientFolder: string | undefined): Promise<RunningPortal> {
  const portal = await startPortal({ clientFolder })
  await learnAllVisits(portal)
  return portal
}

const ownTest = (options: PortalOptions) =>
  base.extend<{ portal: RunningPortal }>({
    portal: [
      // oxlint-disable-next-line no-empty-pattern -- as above
      async ({}, use) => {
        const portal = await startPortal(options)
        await use(portal)
        await portal.close()
      },
      { scope: 'file' },
    ],
  })

/**
 * The `test` of a file that needs a portal. `portal` is started or shared once for the file; each of `people` is a
 * signed-in browser. After every test, faults of the record server are removed and the clock is reset.
 */
export function portalTest<P extends People = Record<never, never>>(
  people: P = {} as P, // the default of P has no members
  { shared = false, ...options }: PortalTestOptions = {},
): TestAPI<Fixtures<P>> {
  const test: TestAPI<{ portal: RunningPortal }> = shared ? sharedTest(options.clientFolder) : ownTest(options)
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
