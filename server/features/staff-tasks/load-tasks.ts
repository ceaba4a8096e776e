import { adminNames } from '../../identity/account.store.ts'
import { patientNames } from '../../practice/patient-names.ts'
import { staffTasksTopic } from '../../practice/staff-tasks.ts'
import type { Context } from '../../protocol/context.ts'
import { lastPageOf, type PageRequest } from '../../protocol/paging.ts'
import { signedIn } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import type { ShownTask, TaskList } from './staff-tasks.screens.ts'
import { countOpen, openTasksOf, tasksOf, type StaffTask } from './staff-tasks.store.ts'

export type TasksServices = Pick<Services, 'db' | 'emrOf' | 'encryption'>

/** How many tasks are open; what is drawn by it changes with them. */
export async function countTasks(context: Context, { db }: Pick<TasksServices, 'db'>) {
  context.dependsOn(staffTasksTopic(context.licensee.id))
  const open = await countOpen(db, context.licensee.id)
  return open === 0 ? undefined : { value: open, words: `${open} open` }
}

export async function loadTasks(
  context: Context,
  services: TasksServices,
  { list, request }: { list: TaskList; request: PageRequest },
): Promise<{ tasks: ShownTask[]; total: number; page: number }> {
  const licenseeId = context.licensee.id
  context.dependsOn(staffTasksTopic(licenseeId))
  const ask = (page: number) => tasksOf(services.db, { licenseeId, list, page, size: request.size })
  const first = await ask(request.page)
  const page = Math.min(request.page, lastPageOf(first.total, request.size))
  const { rows, total } = page === request.page ? first : await ask(page)
  return { tasks: await shown(context, services, rows), total, page }
}

/** The open tasks of one patient. */
export async function loadTasksOf(context: Context, services: TasksServices, patientId: string): Promise<ShownTask[]> {
  const licenseeId = context.licensee.id
  context.dependsOn(staffTasksTopic(licenseeId))
  return shown(context, services, await openTasksOf(services.db, { licenseeId, patientId }))
}

async function shown(
  context: Context,
  { db, emrOf, encryption }: TasksServices,
  tasks: readonly StaffTask[],
): Promise<ShownTask[]> {
  if (tasks.length === 0) return []
  const ids = tasks.flatMap(({ patientId }) => (patientId === null ? [] : [patientId]))
  const [staff, nameOf] = await Promise.all([
    adminNames(db, { licenseeId: context.licensee.id }),
    patientNames(emrOf(context.licensee), ids),
  ])
  const personOf = (login: string | null) => (login ? (staff.get(login) ?? login) : undefined)
  const { login: own } = signedIn(context)
  return tasks.map((task) => ({
    ...task,
    detail: encryption.decrypt(task.detail, ['staff_tasks.detail', task.licenseeId, task.kind, task.key]),
    patient: task.patientId === null ? undefined : nameOf(task.patientId),
    takenBy: personOf(task.takenBy),
    doneBy: personOf(task.doneBy),
    isOwn: task.takenBy === own,
  }))
}
