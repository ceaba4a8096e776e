import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import {
  appointmentCancelled,
  patientPageSections,
  staffCards,
  staffTaskRequests,
  staffTaskSources,
} from '../../practice/extension-points.ts'
import { undeliveredMessages } from '../../identity/patient-history.store.ts'
import { paths } from '../../practice/paths.ts'
import { staffTasksTopic } from '../../practice/staff-tasks.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { feature, region, screen } from '../../protocol/definitions.ts'
import { patientStaff } from '../../protocol/guard.ts'
import { pageParameters, pageRequestOf } from '../../protocol/paging.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { momentText } from '../../protocol/time-words.ts'
import type { Services } from '../../services.ts'
import { countTasks, loadTasks, loadTasksOf } from './load-tasks.ts'
import { addTask, forgetTasks, readSources } from './read-sources.ts'
import { taskActions } from './staff-tasks.actions.ts'
import { staffTasksMessages } from './staff-tasks.messages.ts'
import { openTable, taskPage, tasksRegion, tasksScreen, taskSizes } from './staff-tasks.screens.ts'

type TasksFeatureServices = Pick<
  Services,
  'db' | 'emrOf' | 'encryption' | 'now' | 'uses' | 'publish' | 'licensees' | 'log'
>

const List = Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('done')]))
const query = closed({ list: List, ...pageParameters })
const part = { id: 'staff-tasks', guard: patientStaff } as const
/** An appointment that is cancelled so shortly before it begins leaves a time that the office can still give to others. */
const shortNoticeMs = 48 * 3_600_000
/** How long the portal keeps messages that were given up, and a little more. */
const undeliveredForMs = 6 * 86_400_000

/** What patients did that wants a person of the practice: one list, with who has taken and done what. */
export const staffTaskList = feature('staffTasks', (services: TasksFeatureServices) => {
  const { db, log, publish } = services
  const actions = taskActions(services)
  return {
    messages: staffTasksMessages,
    actions: Object.values(actions),
    jobs: [readSources.using(services), forgetTasks.using(services)],
    menu: [
      {
        menu: 'main',
        ...part,
        label: 'To do',
        icon: 'list',
        do: goTo(paths.staffTasks()),
        count: (context) => countTasks(context, services),
      },
    ],
    extends: [
      staffCards.add({
        ...part,
        order: 15,
        title: 'To do',
        text: 'See what patients did that needs someone.',
        icon: 'list',
        to: paths.staffTasks(),
        count: (context) => countTasks(context, services),
      }),
      staffTaskRequests.add(async (tx, task) => void (await addTask(tx, services, task))),
      staffTaskSources.add({
        kind: 'undelivered',
        endsByItself: false,
        load: async ({ id: licenseeId }, now) => {
          const after = new Date(now.getTime() - undeliveredForMs)
          const messages = await undeliveredMessages(services, { licenseeId, after })
          return messages.map(({ id, recipient, subject, changedAt }) => ({
            licenseeId,
            kind: 'undelivered' as const,
            key: id,
            patientId: null,
            detail: [recipient, subject].filter(Boolean).join(' · '),
            at: changedAt,
          }))
        },
      }),
      appointmentCancelled.add(async (context, { id, startsAt, typeName, providerName }) => {
        const at = context.now()
        if (new Date(startsAt).getTime() - at.getTime() > shortNoticeMs) return
        const licenseeId = context.licensee.id
        const when = momentText(new Date(startsAt), context.licensee.timeZone)
        try {
          const patientId = actingPrincipal(context).patient.id
          const detail = `${when}, ${typeName}, ${providerName}`
          await addTask(db, services, { licenseeId, kind: 'cancelled', key: id, patientId, detail, at })
          publish([staffTasksTopic(licenseeId)])
        } catch (error) {
          log.error({ err: error, licensee: licenseeId }, 'a cancelled appointment could not be listed for the staff')
        }
      }),
      patientPageSections.add({
        id: 'tasks-section',
        title: 'To do',
        guard: patientStaff,
        order: 12,
        actions: Object.values(actions),
        blocks: async (context, { id }) => {
          const tasks = await loadTasksOf(context, services, id)
          if (tasks.length === 0) return []
          return [openTable(tasks, { actions, timeZone: context.licensee.timeZone, ofPatient: true })]
        },
      }),
    ],
    screens: [
      screen({
        route: paths.staffTasks.route,
        about: 'What patients did that wants a person of the practice',
        guard: patientStaff,
        query,
        load: async (context, { query: { list = 'open', ...pages } }) =>
          tasksScreen({
            list,
            open: (await countTasks(context, services))?.value ?? 0,
            request: pageRequestOf(pages, taskSizes),
          }),
      }),
    ],
    regions: [
      region({
        name: tasksRegion,
        about: 'A page of the tasks of the practice, open or done',
        guard: patientStaff,
        actions: Object.values(actions),
        query,
        load: async (context, { list = 'open', ...pages }) => {
          const request = pageRequestOf(pages, taskSizes)
          const { tasks, total, page } = await loadTasks(context, services, { list, request })
          const { timeZone } = context.licensee
          return taskPage(list, tasks, { actions, timeZone, total, request: { ...request, page } })
        },
      }),
    ],
  }
})
