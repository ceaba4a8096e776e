import { FileRefused } from './file-refused.ts'
import type { LoadPlan } from './load-plan.ts'
import { newestVisit, type Visit } from './date-shift.ts'
import { planFile } from './plan-file.ts'
import { readSource, type SourceFile } from './source-files.ts'

/** What the first pass keeps of a file. The file is read again when it is loaded. */
export interface Surveyed {
  file: SourceFile
  /** Why it cannot be loaded, whatever the database contains. */
  refused?: FileRefused
  /** Names of the places and people in it. */
  names: string[]
  /** Names that it refers to in other files. */
  needs: string[]
  /** 0 for files of places, 1 for files of places and providers, 2 for files with patients, 3 for the rest. */
  rank: number
  newest?: Visit
}

/** Reads every file once, one at a time, to find invalid ones and the dependencies between files. */
export async function survey(files: SourceFile[]): Promise<Surveyed[]> {
  const surveyed: Surveyed[] = []
  for (const file of files) surveyed.push(await surveyFile(file))
  return surveyed
}

async function surveyFile(file: SourceFile): Promise<Surveyed> {
  try {
    const plan = await planFile({ name: file.name, bytes: await readSource(file) })
    const named = [...plan.facilities, ...plan.providers, ...plan.roles, ...plan.patients]
    const names = named.flatMap(({ names, otherNames }) => [...names, ...otherNames])
    return { file, names, needs: plan.needs.map(({ name }) => name), rank: rankOf(plan), newest: newestVisit(plan) }
  } catch (error) {
    if (error instanceof FileRefused) return { file, refused: error, names: [], needs: [], rank: 3 }
    throw error
  }
}

function rankOf({
  patients,
  appointments,
  charges,
  testResults,
  labOrders,
  clinicalDocuments,
  medications,
  providers,
  roles,
  facilities,
}: LoadPlan): number {
  if (patients.length > 0) return 2
  const ofPatients = [appointments, charges, testResults, labOrders, clinicalDocuments, medications]
  if (ofPatients.some((rows) => rows.length > 0)) return 3
  if (providers.length + roles.length > 0) return 1
  return facilities.length > 0 ? 0 : 3
}

/**
 * Returns the files in an order in which each follows those it refers to; if two refer to each other, the first comes
 * first.
 */
export function inOrder(surveyed: Surveyed[]): Surveyed[] {
  const ranked = surveyed.toSorted((a, b) => a.rank - b.rank)
  const holders = new Map(ranked.toReversed().flatMap((one) => one.names.map((name) => [name, one] as const)))
  const ordered = new Set<Surveyed>()
  const begun = new Set<Surveyed>()
  const waiting = ranked.toReversed()
  for (let next = waiting.at(-1); next; next = waiting.at(-1)) {
    const before = begun.has(next) ? [] : neededBy(next, holders).filter((one) => !begun.has(one))
    begun.add(next)
    if (before.length === 0) ordered.add(next)
    if (before.length === 0) waiting.pop()
    waiting.push(...before)
  }
  return [...ordered]
}

function neededBy({ names, needs }: Surveyed, holders: Map<string, Surveyed>): Surveyed[] {
  const own = new Set(names)
  return needs.filter((name) => !own.has(name)).flatMap((name) => holders.get(name) ?? [])
}
