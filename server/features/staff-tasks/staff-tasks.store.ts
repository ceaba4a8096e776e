import { and, asc, count, desc, eq, isNotNull, isNull, lt, notInArray, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { StaffTaskKind } from '../../practice/staff-tasks.ts'
import type { PageRequest } from '../../protocol/paging.ts'
import type { PatientKey } from '../../protocol/principal.ts'
import { staffTasks } from './schema.ts'

export type StaffTask = typeof staffTasks.$inferSelect
type NewTask = Pick<StaffTask, 'licenseeId' | 'kind' | 'key' | 'patientId' | 'detail' | 'createdAt'>

/** Adds a task, or opens again what ended by itself. Returns false if there is another one with this key. */
export async function insertTask(db: Db, task: NewTask): Promise<boolean> {
  const { licenseeId, kind, key, doneBy } = staffTasks
  const { detail, createdAt } = task
  const added = await db
    .insert(staffTasks)
    .values(task)
    .onConflictDoUpdate({
      target: [licenseeId, kind, key],
      set: { detail, createdAt, takenBy: null, takenAt: null, doneBy: null, doneAt: null },
      setWhere: eq(doneBy, ''),
    })
    .returning({ id: staffTasks.id })
  return added.length > 0
}

interface TaskKey {
  licenseeId: string
  id: number
}

const isTask = ({ licenseeId, id }: TaskKey) => and(eq(staffTasks.licenseeId, licenseeId), eq(staffTasks.id, id))
const isOpen = isNull(staffTasks.doneAt)
const isDone = isNotNull(staffTasks.doneAt)

export async function readTask(db: Db, key: TaskKey): Promise<StaffTask | undefined> {
  return (await db.select().from(staffTasks).where(isTask(key))).at(0)
}

interface Change extends TaskKey {
  /** The user name of the member of the staff. */
  by: string
}

/** Takes an open task that nobody has taken. Returns false for any other. */
export async function takeTask(db: Db, { by, at, ...key }: Change & { at: Date }): Promise<boolean> {
  const free = and(isTask(key), isOpen, isNull(staffTasks.takenBy))
  return isChanged(db, { takenBy: by, takenAt: at }, free)
}

/** Gives back what the person has taken. Returns false if it is not theirs, or done. */
export async function giveTaskBack(db: Db, { by, ...key }: Change): Promise<boolean> {
  return isChanged(db, { takenBy: null, takenAt: null }, and(isTask(key), isOpen, eq(staffTasks.takenBy, by)))
}

/** Returns false if it was done already. */
export async function finishTask(db: Db, { by, at, ...key }: Change & { at: Date }): Promise<boolean> {
  return isChanged(db, { doneBy: by, doneAt: at }, and(isTask(key), isOpen))
}

/** Opens what a person, not the portal, has done. Returns false for any other. */
export async function reopenTask(db: Db, key: TaskKey): Promise<boolean> {
  return isChanged(db, { doneBy: null, doneAt: null }, and(isTask(key), isDone, notInArray(staffTasks.doneBy, [''])))
}

async function isChanged(db: Db, set: Partial<StaffTask>, which: SQL | undefined): Promise<boolean> {
  return (await db.update(staffTasks).set(set).where(which).returning({ id: staffTasks.id })).length > 0
}

/** Ends the open tasks of a kind whose key is no longer among these. Returns how many. */
export async function endOthers(
  db: Db,
  { licenseeId, kind, keys, at }: { licenseeId: string; kind: StaffTaskKind; keys: readonly string[]; at: Date },
): Promise<number> {
  const others = and(
    eq(staffTasks.licenseeId, licenseeId),
    eq(staffTasks.kind, kind),
    isOpen,
    keys.length === 0 ? undefined : notInArray(staffTasks.key, [...keys]),
  )
  const ended = await db
    .update(staffTasks)
    .set({ doneBy: '', doneAt: at })
    .where(others)
    .returning({ id: staffTasks.id })
  return ended.length
}

export async function countOpen(db: Db, licenseeId: string): Promise<number> {
  const open = and(eq(staffTasks.licenseeId, licenseeId), isOpen)
  return (await db.select({ total: count() }).from(staffTasks).where(open))[0]?.total ?? 0
}

/** A page of the tasks: open ones with the oldest first, done ones with the latest first. */
export async function tasksOf(
  db: Db,
  { licenseeId, list, page, size }: { licenseeId: string; list: 'open' | 'done' } & Pick<PageRequest, 'page' | 'size'>,
): Promise<{ rows: StaffTask[]; total: number }> {
  const listed = and(eq(staffTasks.licenseeId, licenseeId), list === 'open' ? isOpen : isDone)
  const order =
    list === 'open' ? [asc(staffTasks.createdAt), asc(staffTasks.id)] : [desc(staffTasks.doneAt), desc(staffTasks.id)]
  const [counted] = await db.select({ total: count() }).from(staffTasks).where(listed)
  const rows = await db
    .select()
    .from(staffTasks)
    .where(listed)
    .orderBy(...order)
    .limit(size)
    .offset((page - 1) * size)
  return { rows, total: counted?.total ?? 0 }
}

/** The open tasks of a patient, the oldest first. */
export async function openTasksOf(db: Db, { licenseeId, patientId }: PatientKey): Promise<StaffTask[]> {
  const theirs = and(eq(staffTasks.licenseeId, licenseeId), eq(staffTasks.patientId, patientId), isOpen)
  return db.select().from(staffTasks).where(theirs).orderBy(asc(staffTasks.createdAt), asc(staffTasks.id))
}

export async function forgetDone(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(staffTasks).where(lt(staffTasks.doneAt, before))
}
