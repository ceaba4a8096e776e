import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { todayAt } from '../../identity/today.ts'
import { routes } from '../../practice/routes.ts'
import { readAudit } from '../../protocol/audit-store.ts'
import type { AuditQuery } from '../../protocol/audit-store.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, feature, type ActionDefinition, action } from '../../protocol/definitions.ts'
import { InvalidInput } from '../../protocol/failure.ts'
import { patients } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { activityMessages } from './activity.messages.ts'
import { daysFault, eventsShown, lastPageOf, spanOf, wishIn, type LogWish } from './activity.rules.ts'
import { activityScreen, type LogFound } from './activity.screens.ts'

const Text = Type.Optional(Type.String({ maxLength: 20 }))
const query = closed({ from: Text, to: Text, page: Text, size: Text })

type ActivityServices = Pick<Services, 'db' | 'index'>

/** What was done with the own record and by whom: a view of the audit log. Guardians have none (specification 2 §6). */
export const activity = feature('activity', (services: ActivityServices) => ({
  messages: activityMessages,
  actions: [showActivity],
  screens: [
    screen({
      route: routes.activityLog,
      aliases: ['/user/home/activitylog'],
      about: 'Activity log',
      guard: patients,
      query,
      actions: [showActivity.name],
      load: async (context, { query: asked }) => {
        const { timeZone } = context.licensee
        const wish = wishIn(asked, todayAt(context))
        return activityScreen({
          today: todayAt(context),
          show: showActivity,
          timeZone,
          found: wish && (await findActivity(services, { context, wish })),
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
      do: goTo(routes.activityLog),
    },
  ],
}))

const showActivity: ActionDefinition = action({
  name: 'account.showActivity',
  about: 'Chose the days of the activity log',
  guard: patients,
  input: closed({ from: Type.String({ format: 'date' }), to: Type.String({ format: 'date' }) }),
  codes: {
    '/from': { required: 'activity.from', format: 'activity.from' },
    '/to': { required: 'activity.to', format: 'activity.to' },
  },
  run: (context, { from, to }) => {
    const fault = daysFault({ from, to, today: todayAt(context) })
    if (fault) throw new InvalidInput([fault])
    return [{ type: 'navigate', to: `${routes.activityLog}?from=${from}&to=${to}` }]
  },
})

interface Search {
  context: Context
  wish: LogWish
}

async function findActivity({ db, index }: ActivityServices, { context, wish }: Search): Promise<LogFound> {
  const words = index.activityWords()
  const asked: AuditQuery = {
    licenseeId: context.licensee.id,
    patientId: actingPrincipal(context).patient.id,
    actorKinds: ['patient', 'guardian'], // what the office does is not in this log (specification 2 §4.9)
    events: eventsShown(words),
    ...spanOf(wish, context.licensee.timeZone),
    page: wish.page,
    size: wish.size,
  }
  const first = await readAudit(db, asked)
  const page = Math.min(wish.page, lastPageOf(first.total, wish.size))
  const { rows, total } = page === wish.page ? first : await readAudit(db, { ...asked, page })
  const entries = rows.map(({ event, ...row }) => ({ ...row, page: words.get(event) ?? '' }))
  return { wish: { ...wish, page }, entries, total }
}
