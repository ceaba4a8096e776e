import Type, { type Static } from 'typebox'
import { accountById } from '../../../identity/account.store.ts'
import { disablingOf } from '../../../identity/disabled-patients.store.ts'
import { job } from '../../../jobs/job.ts'
import type { Licensee } from '../../../licensees/licensee.ts'
import { practiceName } from '../../../licensees/practice-name.ts'
import type { Setting } from '../../../licensees/settings/definition.ts'
import type { Email } from '../../../outbox/outbox.ts'
import { servedPractice } from '../../../practice/served-practice.ts'
import { dayOf } from '../../../protocol/time-words.ts'
import { emailOf } from '../../../identity/email-of.ts'
import type { PaymentServices } from '../payments-services.ts'
import {
  agreedEmail,
  declinedEmail,
  endedEmail,
  postponedEmail,
  reminderEmail,
  stoppedEmail,
} from './installments.emails.ts'
import { installmentsOf, readPlan, type InstallmentPlan } from './installments.store.ts'

const Notice = Type.Object(
  {
    planId: Type.String(),
    what: Type.Union([
      Type.Literal('agreed'),
      Type.Literal('due'),
      Type.Literal('declined'),
      Type.Literal('postponed'),
      Type.Literal('stopped'),
      Type.Literal('ended'),
    ]),
    /** Of the installment that is due or was declined. */
    number: Type.Optional(Type.Integer()),
    /** The days of installments that were moved, `yyyy-MM-dd`. */
    postponed: Type.Optional(Type.Array(Type.Object({ from: Type.String(), to: Type.String() }))),
  },
  { additionalProperties: false },
)

/** E-mails the person who agreed to installments. A job, because the record server keeps the addresses of patients. */
export const notifyPayer = job('payments.notifyPayer', {
  input: Notice,
  keepTryingFor: { days: 2 },
  looksAgain: { needless: 'whoever pays is told, also after their access has ended' },
  run: async (services: PaymentServices, { planId, ...notice }) => {
    const plan = await readPlan(services.db, planId)
    if (!plan) return
    const licensee = servedPractice(services.licensees, plan.licenseeId)
    const to = await emailOf(services, { licensee, accountId: plan.accountId })
    if (!to)
      return services.log.error({ licensee: licensee.id }, 'a person who pays in installments has no e-mail address')
    const mail = await messageOf(services, { plan, licensee, notice, to })
    if (mail) await services.outbox.enqueue(services.db, mail)
  },
})

interface About {
  plan: InstallmentPlan
  licensee: Licensee
  notice: Omit<Static<typeof Notice>, 'planId'>
  to: string
}

/** Returns undefined if the message would no longer be true. */
async function messageOf(
  { db, settings }: PaymentServices,
  { plan, licensee, notice: { what, number, postponed = [] }, to }: About,
): Promise<Email | undefined> {
  const setting = <S extends Setting>(setting: S) => settings.value(licensee.id, setting)
  const about = {
    licenseeId: licensee.id,
    to,
    practice: practiceName({ licensee, setting }),
    lastFour: plan.lastFour,
    origin: plan.origin,
    canOpen: await canOpen(db, plan),
  }
  if (what === 'ended') return endedEmail(about)
  if (what === 'stopped') return plan.stoppedBy ? stoppedEmail({ ...about, reason: plan.stoppedBy }) : undefined
  if (what === 'postponed') return plan.state === 'running' ? postponedEmail({ ...about, postponed }) : undefined
  const all = await installmentsOf(db, plan.id)
  if (what === 'agreed') return agreedEmail({ ...about, days: all.map(({ dueOn }) => dueOn) })
  const one = all.find((each) => each.number === number)
  if (plan.state !== 'running' || one?.state !== 'waiting') return undefined
  const { dueOn: day, tryAt } = one
  if (what === 'due') return reminderEmail({ ...about, day, notAfter: tryAt })
  return declinedEmail({ ...about, day, retryOn: dayOf(tryAt, licensee.timeZone) })
}

/** Whether the payer can sign in for the patient of an agreement; it goes on where the office has decided so. */
async function canOpen(db: PaymentServices['db'], { accountId, ...key }: InstallmentPlan): Promise<boolean> {
  return (await accountById(db, accountId)) !== undefined && (await disablingOf(db, key)) === undefined
}
