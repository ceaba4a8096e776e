import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { todayAt } from '../../identity/today.ts'
import { activityPaths } from './activity.paths.ts'
import { readAudit } from '../../protocol/audit-store.ts'
import type { AuditQuery } from '../../protocol/audit-store.ts'
import { officeActs } from '../../practice/office-acts.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { eventsShown } from '../../practice/session-actions.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, feature, type ActionDefinition, action } from '../../protocol/definitions.ts'
import { InvalidInput } from '../../protocol/failure.ts'
import { patients } from '../../protocol/guard.ts'
import { lastPageOf, pageParameters } from '../../protocol/paging.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { activityMessages } from './activity.messages.ts'
import { daysFault, spanOf, logQueryOf, type LogQuery } from './activity.rules.ts'
import { activityScreen, type LogResult } from './activity.screens.ts'
import { Day } from '../../protocol/typed-values.ts'

const Text = Type.Optional(Type.String({ maxLength: 20 }))
const query = closed({ from: Text, to: Text, ...pageParameters })

type ActivityServices = Pick<Services, 'db' | 'index'>

/**
 * Shows who did what with the patient's record: a view of the audit log. Guardians cannot open it (specification 2 §6).
 */
export const activity = feature('activity', (services: ActivityServices) => ({
  messages: activityMessages,
  actions: [showActivity],
  screens: [
    screen({
      route: activityPaths.log.route,
      aliases: ['/user/home/activitylog'],
      about: 'Activity log',
      guard: patients,
      query,
      actions: [showActivity],
      load: async (context, { query: params }) => {
        const { timeZone } = context.licensee
        const request = logQueryOf(params, todayAt(context))
        return activityScreen({
          today: todayAt(context),
          show: showActivity,
          timeZone,
          result: request && (await findActivity(services, { context, request })),
        })
      },
    }),
  ],
  menu: [
    {
      menu: 'account',
      id: 'activity',
      label: 'ActivityLog',
      icon: 'list',
      guard: patients,
      do: goTo(activityPaths.log()),
    },
  ],
}))

const showActivity: ActionDefinition = action({
  name: 'account.showActivity',
  about: 'Chose the days of the activity log',
  forViewers: true,
  guard: patients,
  input: closed({ from: Day, to: Day }),
  codes: {
    '/from': { required: 'activity.from', format: 'activity.from' },
    '/to': { required: 'activity.to', format: 'activity.to' },
  },
  run: (context, { from, to }) => {
    const fault = daysFault({ from, to, today: todayAt(context) })
    if (fault) throw new InvalidInput([fault])
    return [{ type: 'navigate', to: activityPaths.log({ from, to }) }]
  },
})

interface Search {
  context: Context
  request: LogQuery
}

async function findActivity({ db, index }: ActivityServices, { context, request }: Search): Promise<LogResult> {
  const words = index.activityWords()
  const auditQuery: AuditQuery = {
    licenseeId: context.licensee.id,
    patientId: actingPrincipal(context).patient.id,
    actorKinds: ['patient', 'guardian'],
    events: eventsShown(words),
    eventsOfAll: Object.values(officeActs).map(({ name }) => `action:${name}`),
    ...spanOf(request, context.licensee.timeZone),
    page: request.page,
    size: request.size,
  }
  const first = await readAudit(db, auditQuery)
  const page = Math.min(request.page, lastPageOf(first.total, request.size))
  const { rows, total } = page === request.page ? first : await readAudit(db, { ...auditQuery, page })
  const entries = rows.map(({ event, ...row }) => ({ ...row, page: words.get(event) ?? '' }))
  return { request: { ...request, page }, entries, total }
}
