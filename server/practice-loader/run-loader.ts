import { FolderInUse, readFolderNote } from '../db/folder-lock.ts'
import { askPassword } from './ask-password.ts'
import { daysToToday, newest } from './date-shift.ts'
import { databaseTarget, folderTarget } from './direct-target.ts'
import { FileRefused } from './file-refused.ts'
import type { FileReport, LoadedPatient } from './file-report.ts'
import { loadArguments, USAGE, WrongArguments, type LoadArguments } from './load-arguments.ts'
import type { LoadOptions } from './load-file.ts'
import { LoadStopped, type LoadTarget } from './load-target.ts'
import { askPortal, makeAccounts, type AccountMaker } from './make-accounts.ts'
import { serverTarget } from './server-target.ts'
import { readSource, sourceFiles } from './source-files.ts'
import { progressLine, summaryLines } from './summary.ts'
import { inOrder, survey, type Surveyed } from './survey.ts'

export interface LoaderOptions {
  /** The arguments after the command's name. */
  argv: string[]
  env: { DATA_DIR?: string; DATABASE_URL?: string; PORTAL_PASSWORD?: string }
  /** Prints one line of progress or summary. */
  out: (line: string) => void
  makeAccount: AccountMaker
  now?: Date
  /** Asks for a password without echoing it. */
  ask?: (question: string) => Promise<string>
}

type Target = LoadTarget & { unlock?: () => void }

/** Runs `practice:load`. Returns the exit code: 0 if every file was loaded, known already or of another kind. */
export async function runLoader(options: LoaderOptions): Promise<number> {
  try {
    const requests = loadArguments(options.argv)
    if (!requests.help) return await run(requests, options)
    options.out(USAGE)
    return 0
  } catch (error) {
    const isExpected = [WrongArguments, LoadStopped, FolderInUse].some((kind) => error instanceof kind)
    if (!isExpected) throw error
    options.out((error as Error).message) // one of the three classes just listed
    if (error instanceof WrongArguments) options.out(`\n${USAGE}`)
    return 1
  }
}

async function run(requests: LoadArguments, options: LoaderOptions): Promise<number> {
  const surveyed = await survey(await sourceFiles(requests.paths))
  const files = inOrder(surveyed)
  const target = await openTarget(options)
  try {
    const loading = {
      practice: requests.practice,
      dropDigits: requests.dropDigits,
      shiftDays: shiftOf(requests, files, options),
      settledBefore: settledBeforeOf(requests, options),
    }
    const outcome = await loadAll(files, { target, loading, out: options.out })
    for (const line of summaryLines(outcome.reports, outcome)) options.out(line)
    const people = outcome.reports.flatMap((report) => report.people)
    await target.close()
    const failed = await giveAccounts(requests, { options, target, people })
    return outcome.refused + failed > 0 ? 1 : 0
  } finally {
    await target.close()
    target.unlock?.()
  }
}

function shiftOf({ shiftDates }: LoadArguments, files: Surveyed[], { now = new Date() }: LoaderOptions): number {
  const visit = newest(files.flatMap((file) => file.newest ?? []))
  return shiftDates && visit ? daysToToday(visit, now) : 0
}

const SETTLED_AFTER_DAYS = 90

/** Files do not say what patients have paid since. */
function settledBeforeOf({ settleOldBills }: LoadArguments, { now = new Date() }: LoaderOptions): string | undefined {
  return settleOldBills ? new Date(now.getTime() - SETTLED_AFTER_DAYS * 86_400_000).toISOString() : undefined
}

/** PostgreSQL admits many writers, a folder only one: a portal that runs in it must do the writing. */
async function openTarget({ env, now = new Date() }: LoaderOptions): Promise<Target> {
  const folder = env.DATA_DIR || '.data'
  const note = readFolderNote(folder)
  if (env.DATABASE_URL) {
    const target = await databaseTarget({ url: env.DATABASE_URL, schema: 'sandbox', connections: 2 }, now)
    return note?.port ? { ...target, portal: note } : target
  }
  if (!note) return folderTarget(folder, now)
  if (note.sandboxPort === 0) throw new FolderInUse(folder, note)
  return serverTarget(note)
}

interface Outcome {
  reports: FileReport[]
  refused: number
  skipped: number
}

async function loadAll(
  files: Surveyed[],
  { target, loading, out }: { target: LoadTarget; loading: LoadOptions; out: (line: string) => void },
): Promise<Outcome> {
  const outcome: Outcome = { reports: [], refused: 0, skipped: 0 }
  for (const [at, { file, refused }] of files.entries()) {
    const say = (line: string) => out(`[${at + 1}/${files.length}] ${line}`)
    try {
      if (refused) throw refused
      const report = await target.load({ name: file.name, bytes: await readSource(file) }, loading)
      outcome.reports.push(report)
      say(progressLine(file.name, report))
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      const isSkipped = error.foreign && file.isFromFolder
      outcome[isSkipped ? 'skipped' : 'refused']++
      for (const sentence of error.sentences) say(isSkipped ? `${sentence}, skipped` : `REFUSED ${sentence}`)
    }
  }
  return outcome
}

/** Returns the number of accounts that could not be created. */
async function giveAccounts(
  { accounts, practice }: LoadArguments,
  { options, target, people }: { options: LoaderOptions; target: Target; people: LoadedPatient[] },
): Promise<number> {
  const { env, out, ask = askPassword, makeAccount } = options
  const { portal } = target
  const place = env.DATABASE_URL || env.DATA_DIR || '.data'
  const results = await makeAccounts(accounts, {
    people,
    make: (account) => {
      const whole = { licensee: practice, ...account }
      return portal ? askPortal(portal, whole) : makeAccount(place, whole)
    },
    password: async (login) => env.PORTAL_PASSWORD || ask(`Password for ${login}: `),
  })
  for (const { sentence } of results) out(sentence)
  return results.filter(({ failed }) => failed).length
}
