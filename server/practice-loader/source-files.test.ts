import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSource } from './source-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'source-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A file of this length that takes no room. */
async function emptyFile(name: string, megabytes: number): Promise<string> {
  const path = join(folder, name)
  const file = await open(path, 'w')
  await file.truncate(megabytes * 1024 * 1024)
  await file.close()
  return path
}

test.each([
  ['a.xml', 200, 'a.xml: is larger than 10 MB'],
  ['a.XML', 11, 'a.XML: is larger than 10 MB'],
  ['a.json', 201, 'a.json: is larger than 200 MB; split it'],
])('%s of %i MB is refused before it is read', async (name, megabytes, reason) => {
  const path = await emptyFile(name, megabytes)
  const before = process.memoryUsage().arrayBuffers
  await expect(readSource({ path, name, isFromFolder: true })).rejects.toThrow(reason)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(megabytes * 1024 * 1024)
})

test('a document as large as allowed is read', async () => {
  const path = await emptyFile('a.xml', 10)
  expect(await readSource({ path, name: 'a.xml', isFromFolder: true })).toHaveLength(10 * 1024 * 1024)
})
