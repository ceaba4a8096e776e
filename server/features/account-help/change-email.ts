import { accountById, findAccount, proofOf, type Account } from '../../identity/account.store.ts'
import { portalBase } from '../../identity/email-content.ts'
import type { PatientAccount } from '../../identity/patient-accounts.store.ts'
import { maskedEmail } from '../../identity/verification.rules.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { frontOffice } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import { momentText } from '../../protocol/time-words.ts'
import { confirmEmailEmail, emailRequestedEmail } from './account-help.emails.ts'
import { emailCodes, NewEmail, OfGuardian } from './account-help.inputs.ts'
import { accountHelpPaths } from './account-help.paths.ts'
import { changeEmailDialog } from './change-email.dialogs.ts'
import { beginEmailLink } from './email-links.ts'
import { helpedPatient, type HelpedPatient } from './helped-patient.ts'
import { done, recordAct, type HelpServices } from './record-act.ts'

export interface EmailActions {
  askEmail: ActionDefinition
  sendEmailLink: ActionDefinition
}

/** Per account, so that nobody gets many emails; per member of the staff, so that a stolen session sends few. */
const perAccount = { tries: 5, seconds: 24 * 3600 }
const perStaff = { tries: 30, seconds: 3600 }

/**
 * The email of a guardian, which is also the user name. It changes only when its owner opens the link that the new
 * address gets and enters the password: neither the staff nor the new mailbox takes an account over alone.
 */
export function emailActions(services: HelpServices): EmailActions {
  const sendEmailLink = sendAction(services)
  return {
    sendEmailLink,
    askEmail: action({
      name: 'accountHelp.askEmail',
      about: 'Asks for the new email of a guardian',
      guard: frontOffice,
      repeatable: true,
      actions: [sendEmailLink],
      input: OfGuardian,
      run: async (context, { patient, guardian }) => {
        const { helped, account } = await guardianIn(services, context, { patient, guardian })
        return [{ type: 'open', dialog: changeEmailDialog(helped, { account, send: sendEmailLink }) }]
      },
    }),
  }
}

/** The guardians of a patient whose email can be changed. A patient's own is in the record of the practice. */
export function guardiansIn({ accounts, disabling }: HelpedPatient, now: Date): PatientAccount[] {
  if (disabling) return []
  return accounts.filter(
    ({ kind, disabledAt, endsAt }) => kind === 'guardian' && !disabledAt && !(endsAt && endsAt <= now),
  )
}

interface OfPatientGuardian {
  patient: string
  guardian: number
}

/** Throws the Failures `accountHelp.isDisabled` and `accountHelp.noGuardian`. */
async function guardianIn(
  { db }: HelpServices,
  context: ActionContext,
  { patient, guardian }: OfPatientGuardian,
): Promise<{ helped: HelpedPatient; account: Account }> {
  const helped = await helpedPatient(db, context, patient)
  if (helped.disabling) throw new Failure('accountHelp.isDisabled', { status: 409 })
  const isOne = guardiansIn(helped, context.now()).some(({ accountId }) => accountId === guardian)
  const account = isOne ? await accountById(db, guardian) : undefined
  if (!account) throw new Failure('accountHelp.noGuardian', { status: 404 })
  return { helped, account }
}

function sendAction(services: HelpServices): ActionDefinition {
  const { db, outbox } = services
  return provenAction(services, {
    name: 'accountHelp.sendEmailLink',
    about: 'Sends a link to the new address of a guardian, which confirms it',
    guard: frontOffice,
    input: NewEmail,
    codes: emailCodes,
    run: async (context, { patient, guardian, email: typed, reason }) => {
      const { helped, account } = await guardianIn(services, context, { patient, guardian })
      const email = typed.trim()
      await refuseTaken(services, account, email)
      await context.takeTry(`changeEmail:by:${signedIn(context).accountId}`, perStaff)
      await context.takeTry(`changeEmail:of:${account.id}`, perAccount)
      const { id: licenseeId, timeZone } = context.licensee
      const at = context.now()
      const practice = practiceName(context)
      await db.transaction(async (tx) => {
        const change = { ...proofOf(account), email, patientId: helped.key.patientId }
        const { token, endsAt } = await beginEmailLink(tx, { change, licenseeId, at })
        const confirmAt = portalBase(context) + accountHelpPaths.confirmEmail({ token })
        const until = momentText(endsAt, timeZone)
        await outbox.enqueue(
          tx,
          confirmEmailEmail({ licenseeId, to: email, practice, confirmAt, until, notAfter: endsAt }),
        )
        await outbox.enqueue(
          tx,
          emailRequestedEmail({ licenseeId, to: account.email, practice, when: momentText(at, timeZone) }),
        )
        context.trace.transmitted = { to: maskedEmail(email), status: 'on its way' }
        await recordAct(services, context, { tx, helped, what: 'email change requested', reason })
      })
      return done(context, { helped, text: `The link is on its way to ${email}.` })
    },
  })
}

/** The address is the user name, so two guardians of a practice cannot have the same. */
async function refuseTaken({ db }: HelpServices, account: Account, email: string): Promise<void> {
  const pointer = '/email'
  const { licenseeId } = account
  const other = await findAccount(db, { licenseeId, kind: 'guardian', login: email })
  if (other?.id === account.id) throw new Failure('accountHelp.sameEmail', { pointer })
  if (other) throw new Failure('accountHelp.emailTaken', { pointer })
}
