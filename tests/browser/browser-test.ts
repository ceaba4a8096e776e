import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright'
import type { TestAPI } from 'vitest'
import { root } from '../guards/repository.ts'
import { launchChromium, launchShell } from '../support/chromium.ts'
import { oncePerWorker, portalTest, type PortalTestOptions } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'

const clientFolder = join(root, 'dist', 'client')
const traces = join(root, '.cache', 'traces')
const workersShell = oncePerWorker(launchShell)
const workersChromium = oncePerWorker(() => launchChromium())

interface Task {
  file: { name: string }
  name: string
  result?: { state?: string }
}

/** The fixtures that helpers of browser tests use. */
export interface BrowserFixtures {
  portal: RunningPortal
  browser: Browser
}

export type BrowserTestOptions = PortalTestOptions & {
  /** Its pages ask for the camera or the microphone: they need the whole Chromium (docs/decisions/0019). */
  usesCamera?: boolean
}

/**
 * The `test` of a file that needs a browser: a portal with the built client, as `portalTest` provides it, and the
 * Chromium of the worker. Pages are closed after each test. If it failed, screenshots of its pages are kept, and its
 * traces for `npx playwright show-trace`.
 */
export function browserTest({ usesCamera = false, ...options }: BrowserTestOptions = {}): TestAPI<BrowserFixtures> {
  const test = portalTest({}, { ...options, clientFolder }).extend<{ browser: Browser; closed: undefined }>({
    browser: [usesCamera ? workersChromium : workersShell, { scope: 'worker' }],
    closed: [
      async ({ browser, task }, use) => {
        await use(undefined)
        for (const [index, context] of browser.contexts().entries()) await closeContext(context, { task, index })
      },
      { auto: true },
    ],
  })
  return test as unknown as TestAPI<BrowserFixtures> // without automatic fixtures and vitest's internal type parameters
}

async function closeContext(context: BrowserContext, { task, index }: { task: Task; index: number }): Promise<void> {
  if (task.result?.state === 'fail') {
    mkdirSync(traces, { recursive: true })
    const name = `${task.file.name} ${task.name} ${index}`.replaceAll(/[^\w.]+/g, '-').slice(0, 150)
    for (const [place, page] of context.pages().entries())
      await page.screenshot({ path: join(traces, `${name}-${place}.png`), fullPage: true }).catch(() => undefined) // a crashed page has no screenshot
    await context.tracing.stop({ path: join(traces, `${name}.zip`) })
  }
  await context.close()
}
