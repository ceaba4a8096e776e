import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderInUse, lockFolder, readFolderNote } from './folder-lock.ts'

const note = { port: 3000, sandboxPort: 3001, token: 'secret' }
let folder: string
const file = () => join(folder, 'in-use.json')
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lock-')), 'data')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

describe('a locked folder', () => {
  test('says to a second process who has it and what to do', () => {
    const release = lockFolder(folder, note)
    expect(() => lockFolder(folder, note)).toThrow(FolderInUse)
    expect(() => lockFolder(folder, note)).toThrow(
      `is in use by process ${process.pid}. Stop that process, or choose another folder with DATA_DIR.`,
    )
    release()
  })

  test('tells commands on the same machine where the process is', () => {
    const release = lockFolder(folder, note)
    expect(readFolderNote(folder)).toMatchObject({ pid: process.pid, ...note })
    release()
    expect(readFolderNote(folder)).toBeUndefined()
  })

  test('is free again after its release', () => {
    lockFolder(folder, note)()
    const release = lockFolder(folder, note)
    expect(readFolderNote(folder)?.pid).toBe(process.pid)
    release()
  })
})

describe('a folder that was left behind is taken over', () => {
  test.each<[string, () => string]>([
    ['by a process that was killed', () => JSON.stringify({ ...note, pid: 2 ** 22 + 1, began: '1' })],
    [
      'by a process whose number another one has now',
      () => JSON.stringify({ ...note, pid: process.pid, began: 'long ago' }),
    ],
    ['in the middle of writing', () => '{"pid":'],
    ['empty', () => ''],
  ])('%s', (_what, left) => {
    lockFolder(folder, note)()
    writeFileSync(file(), left())
    const release = lockFolder(folder, note)
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ pid: process.pid })
    release()
  })
})
