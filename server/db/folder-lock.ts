import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The lock file that a running portal keeps in its folder, so that a second process can call it or refuse to start. */
export interface FolderNote {
  pid: number
  /** Clock ticks between boot and the start of that process (Linux). Distinguishes a reused process id. */
  began: string
  port: number
  sandboxPort: number
  /** Authorizes control calls to the running process. */
  token: string
}

export class FolderInUse extends Error {
  readonly note: FolderNote
  constructor(folder: string, note: FolderNote) {
    super(
      `The folder ${folder} is in use by process ${note.pid}. Stop that process, or choose another folder with DATA_DIR.`,
    )
    this.note = note
  }
}

const noteIn = (folder: string) => join(folder, 'in-use.json')

/**
 * Locks a folder, because PGlite does not and two processes would corrupt it. Returns the function that releases the
 * lock. Throws FolderInUse.
 */
export function lockFolder(folder: string, note: Omit<FolderNote, 'pid' | 'began'>): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 }) // the folder holds patient data
  const mine: FolderNote = { pid: process.pid, began: beginningOf(process.pid), ...note }
  try {
    writeFileSync(noteIn(folder), JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const holder = readFolderNote(folder)
    if (holder) throw new FolderInUse(folder, holder)
    rmSync(noteIn(folder), { force: true }) // left by a process that was killed
    return lockFolder(folder, note)
  }
  return () => rmSync(noteIn(folder), { force: true })
}

/** Returns the lock file of a live process; undefined if there is none. */
export function readFolderNote(folder: string): FolderNote | undefined {
  try {
    const note = JSON.parse(readFileSync(noteIn(folder), 'utf8')) as FolderNote // written by lockFolder only
    return isAlive(note) ? note : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, began }: FolderNote): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  return began === beginningOf(pid)
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code // the error type of Node's own calls
}

function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return '' // not Linux: the process id alone must be enough
  }
}
