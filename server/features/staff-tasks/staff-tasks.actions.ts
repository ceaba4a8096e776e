import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { adminNames } from '../../identity/account.store.ts'
import { staffTaskKinds, staffTasksTopic } from '../../practice/staff-tasks.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientStaff } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { finishTask, giveTaskBack, readTask, reopenTask, takeTask, type StaffTask } from './staff-tasks.store.ts'

type TaskServices = Pick<Services, 'db'>

export interface TaskActions {
  take: ActionDefinition
  giveBack: ActionDefinition
  done: ActionDefinition
  reopen: ActionDefinition
}

interface Act {
  name: string
  about: string
  /** Returns false if the state of the task is another one by now. */
  change: (tx: Services['db'], act: { licenseeId: string; id: number; by: string; at: Date }) => Promise<boolean>
  refusal: (task: StaffTask, nameOf: (login: string) => string) => Failure
  /** What is reported once the task has left the list. */
  report?: (task: StaffTask) => string
}

const guarded = { guard: patientStaff, input: closed({ task: Type.Integer({ minimum: 1, maximum: 9e15 }) }) } as const

/** Two people at one task: the first one has it, the other one reads who that is. */
export function taskActions(services: TaskServices): TaskActions {
  return {
    take: taskAction(services, {
      name: 'staffTasks.take',
      about: 'Took a task of the practice',
      change: takeTask,
      refusal: refusalOf,
    }),
    giveBack: taskAction(services, {
      name: 'staffTasks.giveBack',
      about: 'Gave a task of the practice back',
      change: giveTaskBack,
      refusal: (task, nameOf) =>
        task.doneAt ? refusalOf(task, nameOf) : new Failure('staffTasks.notYours', { status: 409 }),
    }),
    done: taskAction(services, {
      name: 'staffTasks.done',
      about: 'Marked a task of the practice as done',
      change: finishTask,
      refusal: refusalOf,
      report: ({ kind }) => `Done: ${staffTaskKinds[kind]}. You can open it again in To do, under Done.`,
    }),
    reopen: taskAction(services, {
      name: 'staffTasks.reopen',
      about: 'Opened a done task of the practice again',
      change: reopenTask,
      refusal: () => new Failure('staffTasks.open', { status: 409 }),
    }),
  }
}

function taskAction({ db }: TaskServices, { name, about, change, refusal, report }: Act): ActionDefinition {
  return action({
    ...guarded,
    name,
    about,
    run: async (context, { task: id }) => {
      const licenseeId = context.licensee.id
      const task = await readTask(db, { licenseeId, id })
      if (!task) throw new Failure('staffTasks.unknown', { status: 404 })
      if (task.patientId !== null) context.trace.patientId = task.patientId
      const isDone = await db.transaction(async (tx) => {
        const by = signedIn(context).login
        if (!(await change(tx, { licenseeId, id, by, at: context.now() }))) return false
        await noteInTransaction(tx, context, { subject: String(id) })
        return true
      })
      if (isDone)
        return [
          ...changed(context),
          ...(report ? [{ type: 'notify', tone: 'success', text: report(task) } as const] : []),
        ]
      const names = await adminNames(db, { licenseeId })
      const now = (await readTask(db, { licenseeId, id })) ?? task
      throw refusal(now, (login) => names.get(login) ?? login)
    },
  })
}

function changed(context: ActionContext): Effect[] {
  context.publish([staffTasksTopic(context.licensee.id)])
  return [
    { type: 'refresh', what: 'screen' },
    { type: 'refresh', what: 'shell' },
  ]
}

function refusalOf({ doneAt, doneBy, takenBy }: StaffTask, nameOf: (login: string) => string): Failure {
  const by = doneAt ? doneBy : takenBy
  const who = by ? nameOf(by) : 'The portal'
  return new Failure(doneAt ? 'staffTasks.done' : 'staffTasks.taken', { status: 409, params: { who } })
}
