import { expect } from 'vitest'
import type { RegionContent } from '../../schemas/screen.ts'
import { prepareExport } from '../../server/features/record-export/prepare-export.ts'
import { runDueJobs } from './jobs.ts'
import { wordsOf } from './linked-screens.ts'
import type { RunningPortal, Visitor } from './portal.ts'

/** What a patient reads about their record as a file. */
export async function exportStateOf(visitor: Visitor): Promise<string> {
  const { status, body } = await visitor.get<RegionContent>('/ui/regions/recordExport.state')
  expect(status).toBe(200)
  return wordsOf(body.blocks)
}

/** Prepares the files of a patient, and waits until they are ready. */
export async function prepareRecord(portal: RunningPortal, visitor: Visitor): Promise<void> {
  expect((await visitor.act('recordExport.prepare', {})).status).toBe(200)
  await runDueJobs(portal, prepareExport)
  expect(await exportStateOf(visitor)).toContain('Your record is ready.')
}
