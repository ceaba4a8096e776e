import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { addTestResults } from '../../server/sandbox/areas/test-results/add-test-results.ts'
import { encryptedPdf, pdf, scriptedPdf } from '../support/files.ts'
import type { RunningPortal } from '../support/portal.ts'
import { mariaN } from '../support/visits.ts'
import { browserTest } from './browser-test.ts'
import { press } from './keyboard.ts'
import { drawn, open, signInAs } from './people.ts'

// The headless shell has no viewer for PDF. These tests add results.
const test = browserTest({ usesCamera: true, shared: false })

/** Adds a result with this file, and returns its address. */
async function addResult({ records, portal }: RunningPortal, file: Buffer): Promise<string> {
  const sourceId = randomUUID()
  const texts = { testType: 'Sample', physician: 'Grace Kim', annotation: '', conclusion: '' }
  const at = portal.now().toISOString()
  const times = { day: '2026-11-06', releasedAt: at, acknowledgedAt: at, isPendingReview: false }
  const content = { hasDocument: true, pdf: file.toString('base64'), observations: [] }
  await addTestResults(records.db, 'lakeside', [{ patientN: mariaN, sourceId, ...texts, ...times, ...content }])
  const { rows } = await records.db.execute<{ id: number }>(
    sql`select document_n as id from test_results where source_id = ${sourceId}`,
  )
  return `/user/home/resultannotation?result=${rows[0]?.id}`
}

test('an encrypted document opens in its frame, one with a script says why not, and the page stays as it is', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 1280 })
  const alerts: string[] = []
  page.on('dialog', (each) => {
    alerts.push(each.message())
    void each.dismiss()
  })
  for (const [file, isShown] of [
    [pdf, true],
    [encryptedPdf, true],
    [scriptedPdf, false],
  ] as const) {
    await open(page, await addResult(portal, file))
    await drawn(page)
    const address = page.url()
    // Frames are numbered members of the window.
    const namesOf = () => page.evaluate(() => Object.keys(window).filter((name) => !/^\d+$/.test(name)))
    const before = await namesOf()
    const loaded = isShown
      ? page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/pdf'))
      : undefined
    await press(page, /^View /)
    if (loaded) {
      expect((await loaded).status()).toBe(200)
      await page.locator('[role=dialog] iframe').waitFor()
      await drawn(page)
      expect(await page.locator('[role=dialog]').getByText('Something went wrong').count()).toBe(0)
      // The viewer may have the focus, so that Esc is its own.
      await page.locator('[role=dialog]').getByRole('button', { name: 'Close' }).first().click()
      await page.locator('[role=dialog]').waitFor({ state: 'detached', timeout: 10_000 })
    } else
      await page
        .getByText(/^This document would run a program .* Please call/)
        .first()
        .waitFor()
    expect([await namesOf(), page.url(), alerts]).toEqual([before, address, []])
  }
})
