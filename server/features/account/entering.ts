import type { Effect } from '../../../schemas/effect.ts'
import { personTopic } from '../../ui/context.ts'
import type { ActionContext } from '../../ui/definitions.ts'
import { Failure } from '../../ui/failure.ts'
import type { Person } from '../../ui/person.ts'
import { loginKey, patientsOf, type Account } from './account.store.ts'
import type { AccountTools } from './account-tools.ts'
import { chooserDialog, forcedResetDialog } from './entering.dialogs.ts'
import { beginFlow, endFlow, type FlowPurpose } from './flow.store.ts'

export const secondFactorRoute = '/user/login/code'

export interface Entry {
  account: Account
  /** Where the person wants to go: a path of this portal. */
  to: string
}

/** What a way remembers of somebody who has proven their password, and is not in yet. */
export interface Waiting {
  accountId: number
  to: string
}

/** What a single-use grant to set a new password says (security.md). */
export interface ResetGrant {
  accountId: number
}

/** What follows the right password: the second factor where there is one, then the rest. */
export async function enterByPassword(
  tools: AccountTools,
  context: ActionContext,
  { account, to }: Entry,
): Promise<Effect[]> {
  if (!account.totpSecret) return enter(tools, context, { account, to })
  await begin(tools, context, { purpose: 'secondFactor', subject: { accountId: account.id, to } satisfies Waiting })
  return [{ type: 'navigate', to: secondFactorRoute, replace: true }]
}

/** What follows the whole proof (specification 1 §4): a forced reset, the choice of a patient, or the session itself. */
export async function enter(tools: AccountTools, context: ActionContext, { account, to }: Entry): Promise<Effect[]> {
  if (account.mustReset) {
    await begin(tools, context, { purpose: 'reset', subject: { accountId: account.id } satisfies ResetGrant })
    return [{ type: 'open', dialog: forcedResetDialog() }]
  }
  if (account.kind === 'admin') return welcome(context, { person: personOf(account), to })
  const [patient, ...others] = await patientsOf(tools.db, { accountId: account.id, at: context.now() })
  if (!patient) throw new Failure('signIn.invalid') // nobody left to act for
  if (others.length === 0) return welcome(context, { person: personOf(account, patient), to })
  await begin(tools, context, { purpose: 'chooser', subject: { accountId: account.id, to } satisfies Waiting })
  return [{ type: 'open', dialog: chooserDialog([patient, ...others]) }]
}

/** Begins the session: the earlier screens of this browser are dropped, whoever they were about. */
export async function welcome(
  context: ActionContext,
  { person, to }: { person: Person; to: string },
): Promise<Effect[]> {
  await context.session.signIn(person)
  context.session.rememberIdentity(loginKey(person.login))
  context.publish([personTopic(person, 'sessions')])
  return [{ type: 'purge' }, { type: 'refresh', what: 'shell' }, { type: 'navigate', to, replace: true }]
}

type Patient = Awaited<ReturnType<typeof patientsOf>>[number]

/** `several`: the account acts for other patients too. */
export function personOf(
  { id, kind, login, firstName, lastName }: Account,
  patient?: Patient,
  several: boolean = false,
): Person {
  const person = { accountId: id, kind, login, firstName, lastName }
  if (!patient) return person
  return {
    ...person,
    patient: { id: patient.patientId, emrId: patient.emrId, firstName: patient.firstName, lastName: patient.lastName },
    ...(several ? { several } : {}),
    ...(patient.scope ? { scope: patient.scope } : {}),
    ...(patient.endsAt ? { until: patient.endsAt.toISOString() } : {}),
  }
}

/** Begins a way of several steps in this browser; an earlier one of that purpose is over. */
export async function begin(
  { db }: Pick<AccountTools, 'db'>,
  context: ActionContext,
  { purpose, step = 'begun', subject }: { purpose: FlowPurpose; step?: string; subject: object },
): Promise<string> {
  const licenseeId = context.licensee.id
  await endFlow(db, { licenseeId, purpose, id: context.visit.flowId(purpose) })
  const id = await beginFlow(db, { licenseeId, purpose, step, subject, at: context.now() })
  context.session.keepFlow(purpose, id)
  return id
}
