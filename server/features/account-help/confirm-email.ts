import type { Effect } from '../../../schemas/effect.ts'
import { accountOf, patientsOf, setEmail, validHash, type Account } from '../../identity/account.store.ts'
import { countTry, endFlow, endFlowsOf, readFlow } from '../../identity/flow.store.ts'
import { securityMessage } from '../../identity/security-notice.ts'
import { staffPatientTopic } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import {
  action,
  screen,
  type ActionContext,
  type ActionDefinition,
  type ScreenDefinition,
} from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { addAct } from './account-acts.store.ts'
import { ConfirmEmail } from './account-help.inputs.ts'
import { accountHelpPaths } from './account-help.paths.ts'
import { confirmEmailScreen, emailOverScreen } from './confirm-email.screens.ts'
import { emailLinkPlace, type EmailChange } from './email-links.ts'
import type { ConfirmServices } from './record-act.ts'

interface Pending {
  account: Account
  change: EmailChange
}

/** The page behind the link that the new address of a guardian gets. */
export function confirmEmailPage(services: ConfirmServices, confirm: ActionDefinition): ScreenDefinition {
  return screen({
    route: accountHelpPaths.confirmEmail.route,
    about: 'A new email address, with a link that the office has sent there',
    guard: anyone, // the link and the password are the proof; opening it uses nothing up
    actions: [confirm],
    load: async (context, { params: { token = '' } }) => {
      const pending = await pendingOf(services, context, token)
      return pending ? confirmEmailScreen({ email: pending.change.email, token, confirm }) : emailOverScreen()
    },
  })
}

const isOver = () => new Failure('accountHelp.emailOver', { status: 409 })

/** Returns undefined once the link is used or over, or the password has changed since. */
async function pendingOf(
  { db }: ConfirmServices,
  { licensee, now }: Pick<ActionContext, 'licensee' | 'now'>,
  token: string,
): Promise<Pending | undefined> {
  const flow = await readFlow<EmailChange>(db, { ...emailLinkPlace(licensee.id, token), at: now() })
  const account = flow && (await accountOf(db, flow.subject))
  return account && { account, change: flow.subject }
}

export function confirmEmailAction(services: ConfirmServices): ActionDefinition {
  const { db, passwords } = services
  return action({
    name: 'accountHelp.confirmEmail',
    about: 'Changes the email of a guardian, once for each link',
    ofAccount: true,
    guard: anyone,
    repeatable: true, // its response is not stored: the fast hash of the input would allow guessing the password
    input: ConfirmEmail,
    codes: { '/token': { pattern: 'accountHelp.emailOver' }, '/Password': { required: 'signIn.password' } },
    limit: { perAddress: 30 },
    run: async (context, { token, Password }) => {
      const at = context.now()
      const place = emailLinkPlace(context.licensee.id, token)
      const pending = await pendingOf(services, context, token)
      if (!pending) throw isOver()
      const { account, change } = pending
      context.trace.claimedIdentity = account.login
      context.trace.patientId = change.patientId
      if ((await countTry(db, { ...place, at })) === undefined) throw isOver()
      if (!(await passwords.matches(validHash(account, at), Password)))
        throw new Failure('accountHelp.wrongPassword', { pointer: '/Password', clear: true })
      await changeOnce(services, context, { pending, token })
      return ended(services, context, account)
    },
  })
}

/** Uses up the link; the old address is notified. */
async function changeOnce(
  services: ConfirmServices,
  context: ActionContext,
  { pending: { account, change }, token }: { pending: Pending; token: string },
): Promise<void> {
  const { db, outbox } = services
  const { email, patientId } = change
  const { id: licenseeId } = context.licensee
  const message = await securityMessage(services, context, { account, what: 'emailChanged' })
  await db.transaction(async (tx) => {
    const outcome = await setEmail(tx, { proof: change, email })
    if (outcome === 'taken') throw new Failure('accountHelp.emailTaken', { status: 409 })
    if (outcome === 'gone' || !(await endFlow(tx, emailLinkPlace(licenseeId, token)))) throw isOver()
    await endFlowsOf(tx, account.id)
    const act = { licenseeId, patientId, what: 'email changed' as const, reason: '' }
    await addAct(tx, { ...act, doneBy: email, doneAt: context.now() })
    if (message) await outbox.enqueue(tx, message)
    await noteInTransaction(tx, context)
  })
}

/** The sessions of the account show the earlier user name, so they end. */
async function ended(
  { db, sessions }: ConfirmServices,
  context: ActionContext,
  { id: accountId, licenseeId }: Account,
): Promise<Effect[]> {
  const patients = await patientsOf(db, { accountId, at: context.now() })
  context.publish(patients.map(({ patientId }) => staffPatientTopic({ licenseeId, patientId })))
  if (context.principal) await context.session.signOut()
  await sessions.end({ accountId })
  return [
    { type: 'purge' },
    { type: 'refresh', what: 'shell' },
    { type: 'navigate', to: paths.signIn(), replace: true },
    { type: 'notify', tone: 'success', text: 'Your email address is changed. Sign in with it.' },
  ]
}
