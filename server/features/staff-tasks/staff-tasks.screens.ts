import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { RowAction } from '../../../schemas/row-action.ts'
import type { PatientName } from '../../practice/patient-names.ts'
import { paths } from '../../practice/paths.ts'
import { staffTaskKinds } from '../../practice/staff-tasks.ts'
import { call, title } from '../../protocol/block-builders.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { pagedRegion, pagingOf, type PageRequest } from '../../protocol/paging.ts'
import { withQuery } from '../../protocol/path.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import type { TaskActions } from './staff-tasks.actions.ts'
import type { StaffTask } from './staff-tasks.store.ts'

export type TaskList = 'open' | 'done'
export const taskSizes = [20, 50, 100] as const
export const tasksRegion = 'staffTasks.list'

interface TasksScreen {
  list: TaskList
  open: number
  request: PageRequest
}

/** What patients did that wants a person: one list for the practice, and what was done. */
export function tasksScreen({ list, open, request }: TasksScreen): ScreenBody {
  const listOf = (each: TaskList) =>
    pagedRegion(
      `${each}-region`,
      withQuery(tasksRegion, { list: each }),
      each === list ? request : { ...request, page: 1 },
    )
  return {
    title: 'To do',
    back: { label: 'Dashboard', to: paths.adminDashboard() },
    blocks: [
      title('To do'),
      {
        kind: 'tabs',
        id: 'lists',
        active: list,
        parameter: 'list',
        tabs: [
          { id: 'open', label: 'Open', count: open, blocks: [listOf('open')] },
          { id: 'done', label: 'Done', blocks: [listOf('done')] },
        ],
      },
    ],
  }
}

/** A task as shown: what is encrypted is readable, and people have names. */
export interface ShownTask extends Omit<StaffTask, 'detail' | 'takenBy' | 'doneBy'> {
  detail: string
  /** Undefined for a message whose address belongs to no known patient. */
  patient: PatientName | undefined
  takenBy: string | undefined
  /** Undefined if it ended by itself. */
  doneBy: string | undefined
  /** Whether the member of the staff who looks has taken it. */
  isOwn: boolean
}

interface TaskTable {
  actions: TaskActions
  timeZone: string
  /** The patient stands in the table only where it is not about one. */
  ofPatient?: boolean
}

type Row = BlockOf<'table'>['rows'][number]

export function openTable(tasks: readonly ShownTask[], table: TaskTable): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'open-tasks',
    caption: 'Open',
    hideCaption: true,
    narrow: 'lines',
    columns: [
      { id: 'what', label: 'What', main: true },
      ...(table.ofPatient ? [] : [{ id: 'who', label: 'Patient' }]),
      { id: 'since', label: 'Since', figures: true },
      { id: 'taken', label: 'Taken by' },
    ],
    rows: tasks.map((task) => ({
      id: `task-${task.id}`,
      cells: {
        what: { text: staffTaskKinds[task.kind], help: task.detail },
        ...(table.ofPatient ? {} : { who: whoCell(task, 'open') }),
        since: { text: timeText(task.createdAt, table.timeZone) },
        taken: { text: task.isOwn ? 'You' : (task.takenBy ?? 'Nobody yet') },
      },
      actions: openActions(task, table.actions),
    })),
    empty: { picture: 'check', text: 'Nothing waits for the office.' },
  }
}

function openActions(task: ShownTask, { take, giveBack, done }: TaskActions): RowAction[] {
  const about = aboutOf(task)
  const input = { task: task.id }
  const isTaken = task.takenBy !== undefined
  const main = { style: 'secondary' } as const
  return [
    ...(isTaken ? [] : [{ ...main, id: `take-${task.id}`, label: 'Take', about, do: call(take, input) }]),
    { ...(isTaken ? main : {}), id: `done-${task.id}`, label: 'Done', about, do: call(done, input) },
    ...(task.isOwn ? [{ id: `give-back-${task.id}`, label: 'Give back', about, do: call(giveBack, input) }] : []),
  ]
}

function doneTable(tasks: readonly ShownTask[], { actions, timeZone }: TaskTable): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'done-tasks',
    caption: 'Done',
    hideCaption: true,
    narrow: 'lines',
    columns: [
      { id: 'what', label: 'What', main: true },
      { id: 'who', label: 'Patient' },
      { id: 'done', label: 'Done', figures: true },
      { id: 'by', label: 'By' },
    ],
    rows: tasks.map((task): Row => {
      const reopen = { id: `reopen-${task.id}`, label: 'Open again', about: aboutOf(task) }
      return {
        id: `task-${task.id}`,
        cells: {
          what: { text: staffTaskKinds[task.kind], help: task.detail },
          who: whoCell(task, 'done'),
          done: { text: task.doneAt ? timeText(task.doneAt, timeZone) : '' },
          by: { text: task.doneBy ?? 'Ended by itself' },
        },
        ...(task.doneBy === undefined ? {} : { actions: [{ ...reopen, do: call(actions.reopen, { task: task.id }) }] }),
      }
    }),
    empty: { picture: 'check', text: 'Nothing was done in the last 90 days.' },
  }
}

export function taskPage(
  list: TaskList,
  tasks: readonly ShownTask[],
  { request, total, ...table }: TaskTable & { request: PageRequest; total: number },
): BlockList {
  const shown = list === 'open' ? openTable(tasks, table) : doneTable(tasks, table)
  return [{ ...shown, ...pagingOf({ ...request, total }, paths.staffTasks({ list })) }]
}

function whoCell({ patient, patientId }: ShownTask, list: TaskList): Row['cells'][string] {
  if (!patient || patientId === null) return { text: 'Not known' }
  return {
    text: [{ text: patient.name, href: paths.patientPage({ number: patientId, tasks: list }) }],
    help: patient.number,
  }
}

const aboutOf = ({ kind, patient }: ShownTask) => [staffTaskKinds[kind], patient?.name].filter(Boolean).join(', ')
const timeText = (at: Date, timeZone: string) => `${dateText(dayOf(at, timeZone))}, ${clockText(at, timeZone)}`
