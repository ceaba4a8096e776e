import type { Effect } from '../../../schemas/effect.ts'
import { ownerOf } from '../../identity/account-owner.ts'
import { accountById, setOneTimePassword, type Account } from '../../identity/account.store.ts'
import { portalBase } from '../../identity/email-content.ts'
import { endFlowsOf } from '../../identity/flow.store.ts'
import { beginResetLink } from '../../identity/reset-links.ts'
import { maskedEmail } from '../../identity/verification.rules.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { unlessEmr } from '../../gateways/emr/emr.errors.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { staffPatientTopic } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { frontOffice } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import { momentText } from '../../protocol/time-words.ts'
import { resetLinkEmail } from './account-help.emails.ts'
import { OfPassword, OfPatient } from './account-help.inputs.ts'
import { helpedPatient, type HelpedPatient } from './helped-patient.ts'
import { oneTimePassword } from './one-time-password.ts'
import { oneTimePasswordDialog, passwordDialog } from './password.dialogs.ts'
import { done, recordAct, type HelpServices } from './record-act.ts'

export interface PasswordActions {
  askPassword: ActionDefinition
  sendLink: ActionDefinition
  setOneTime: ActionDefinition
}

/** Per patient, so that nobody gets many emails; per member of the staff, so that a stolen session resets few. */
const perPatient = { tries: 5, seconds: 24 * 3600 }
const perStaff = { tries: 30, seconds: 3600 }

/** How long a one-time password works. */
const oneTimeHours = 24

/** Resetting the password of a patient: by a link, or by a one-time password (specification 2 §2.15; security.md). */
export function passwordActions(services: HelpServices): PasswordActions {
  const sendLink = sendLinkAction(services)
  const setOneTime = setOneTimeAction(services)
  return {
    sendLink,
    setOneTime,
    askPassword: action({
      name: 'accountHelp.askPassword',
      about: 'Asks how the password of a patient is reset',
      guard: frontOffice,
      repeatable: true,
      actions: [sendLink, setOneTime],
      input: OfPatient,
      run: async (context, { patient }) => {
        const { helped, account } = await accountIn(services, context, patient)
        const owner = await ownerOf(services, context, account).catch(unlessEmr)
        return [{ type: 'open', dialog: passwordDialog(helped, { account, owner, sendLink, setOneTime }) }]
      },
    }),
  }
}

interface Helped {
  helped: HelpedPatient
  account: Account
}

/** Returns the own account of a patient. Throws the Failures `accountHelp.noOwnAccount` and `accountHelp.isDisabled`. */
async function accountIn({ db }: HelpServices, context: ActionContext, patient: string): Promise<Helped> {
  const helped = await helpedPatient(db, context, patient)
  if (helped.disabling) throw new Failure('accountHelp.isDisabled', { status: 409 })
  const account = helped.own && (await accountById(db, helped.own.accountId))
  if (!account) throw new Failure('accountHelp.noOwnAccount', { status: 404 })
  return { helped, account }
}

async function takeReset(context: ActionContext, { key: { patientId } }: HelpedPatient): Promise<void> {
  await context.takeTry(`resetPassword:by:${signedIn(context).accountId}`, perStaff)
  await context.takeTry(`resetPassword:of:${patientId}`, perPatient)
}

const isChanged = () => new Failure('accountHelp.passwordChanged', { status: 409 })

function sendLinkAction(services: HelpServices): ActionDefinition {
  const { db, outbox } = services
  return provenAction(services, {
    name: 'accountHelp.sendLink',
    about: 'Sends a patient a link to choose a new password',
    guard: frontOffice,
    input: OfPassword,
    run: async (context, { patient, version }) => {
      const { helped, account } = await accountIn(services, context, patient)
      if (account.passwordVersion !== version) throw isChanged()
      const { email: to = '' } = (await ownerOf(services, context, account)) ?? {}
      if (to === '') throw new Failure('accountHelp.noEmail', { status: 409 })
      await takeReset(context, helped)
      const { id: licenseeId, timeZone } = context.licensee
      await db.transaction(async (tx) => {
        const { token, endsAt } = await beginResetLink(tx, { account, licenseeId, at: context.now() })
        await outbox.enqueue(
          tx,
          resetLinkEmail({
            licenseeId,
            to,
            practice: practiceName(context),
            login: account.login,
            chooseAt: portalBase(context) + paths.resetLink({ token }),
            until: momentText(endsAt, timeZone),
            notAfter: endsAt,
          }),
        )
        context.trace.transmitted = { to: maskedEmail(to), status: 'on its way' }
        await recordAct(services, context, { tx, helped, what: 'link sent' })
      })
      return done(context, { helped, text: `The link is on its way to ${to}.` })
    },
  })
}

function setOneTimeAction(services: HelpServices): ActionDefinition {
  const { db, passwords, sessions } = services
  return provenAction(services, {
    name: 'accountHelp.setOneTimePassword',
    about: 'Sets a one-time password for a patient, and signs the patient out everywhere',
    guard: frontOffice,
    // Its response, the only place where the password is, is not stored. A repeated request finds another version.
    repeatable: true,
    input: OfPassword,
    run: async (context, { patient, version: passwordVersion }): Promise<Effect[]> => {
      const { helped, account } = await accountIn(services, context, patient)
      if (account.passwordVersion !== passwordVersion) throw isChanged()
      await takeReset(context, helped)
      const password = oneTimePassword()
      const passwordHash = await passwords.hash(password)
      const at = context.now()
      const endsAt = new Date(at.getTime() + oneTimeHours * 3_600_000)
      const proof = { accountId: account.id, passwordVersion }
      await db.transaction(async (tx) => {
        if (!(await setOneTimePassword(tx, { proof, passwordHash, at, endsAt }))) throw isChanged()
        await endFlowsOf(tx, account.id)
        await recordAct(services, context, { tx, helped, what: 'one-time password', notice: 'oneTimePassword' })
      })
      await sessions.end({ accountId: account.id })
      context.publish([staffPatientTopic(helped.key)])
      const until = momentText(endsAt, context.licensee.timeZone)
      return [
        { type: 'close' },
        { type: 'refresh', what: 'screen' },
        { type: 'open', dialog: oneTimePasswordDialog(helped, { login: account.login, password, until }) },
      ]
    },
  })
}
