import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { closed } from '../../../schemas/base.ts'
import type { PatientMatch } from '../../gateways/emr/patients/patients.ts'
import { hasOwnAccount } from '../../identity/account.store.ts'
import { portalBase } from '../../identity/email-content.ts'
import { isContact } from '../../identity/patient-lookup.ts'
import { startFlow } from '../../identity/start-flow.ts'
import { contactsOf } from '../../identity/verification.rules.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import type { OutboxMessage } from '../../outbox/outbox.ts'
import { paths } from '../../practice/paths.ts'
import { button, call, goTo, text, title } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import {
  action,
  screen,
  type ActionContext,
  type ActionDefinition,
  type ScreenBody,
} from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { isWithin } from '../../protocol/limits.ts'
import { showOutcome } from './sign-up.dialogs.ts'
import { signUpLinkEmail } from './sign-up.emails.ts'
import { purpose, toStep, type SignUp, type SignUpServices } from './sign-up.flow.ts'
import { signUpPaths } from './sign-up.paths.ts'

const daySeconds = 86_400
/**
 * Strangers may have them sent. Each works for as long as they count, so that the owner always has one that works once
 * no more are sent.
 */
const linksPerRecord = { tries: 3, seconds: daySeconds }

const Content = closed({
  about: Type.Literal('sign-up link'),
  licenseeId: Type.String(),
  patientId: Type.String(),
  until: Type.Number(),
})
const LinkContent = Compile(Content)

/** Sends the owner of a record a link that no tries of others can use up; not inside a transaction. */
export async function sendSignUpLink(
  { db, outbox, cipher }: SignUpServices,
  context: ActionContext,
  { patient, contact }: { patient: PatientMatch; contact: string },
): Promise<void> {
  const { id: licenseeId } = context.licensee
  if (await hasOwnAccount(db, { licenseeId, patientId: patient.id })) return
  const { email, phone } = contactsOf(patient, outbox)
  const to = [email, phone].find((each) => each !== undefined && isContact(each, contact))
  if (to === undefined || !(await isWithin(context, `signUpLink:${patient.id}`, linksPerRecord))) return
  const until = context.now().getTime() + daySeconds * 1000
  const content: Static<typeof Content> = { about: 'sign-up link', licenseeId, patientId: patient.id, until }
  const href = portalBase(context) + signUpPaths.link({ link: cipher.encrypt(JSON.stringify(content)) })
  const practice = practiceName(context)
  const message: OutboxMessage =
    to === email
      ? signUpLinkEmail({ licenseeId, to, practice, href })
      : { licenseeId, to, channel: 'sms', text: textOf({ practice, href }) }
  await outbox.enqueue(db, message)
}

function textOf({ practice, href }: { practice: string; href: string }): string {
  return `${practice}: create your account at ${href} The link works for one day. Never share it with anyone.`
}

/** Returns the patient of a link; undefined for one that is none, or over. */
function patientOf({ cipher }: Pick<SignUpServices, 'cipher'>, context: Context, link: string): string | undefined {
  const content = contentOf(cipher, link)
  if (!LinkContent.Check(content) || content.licenseeId !== context.licensee.id) return undefined
  return content.until > context.now().getTime() ? content.patientId : undefined
}

function contentOf(cipher: SignUpServices['cipher'], link: string): unknown {
  try {
    return JSON.parse(cipher.decrypt(link))
  } catch {
    return undefined
  }
}

/** The page of the link. Opening it begins nothing: programs that check mail follow links. */
export function signUpLink(services: SignUpServices) {
  const open = action({
    name: 'account.openSignUpLink',
    about: 'Goes on with a sign-up by the link that was sent to the contact on record',
    ofAccount: true,
    guard: anyone, // the link is the proof, as the code is
    repeatable: true,
    input: closed({ link: Type.String({ maxLength: 1_000 }) }),
    limit: { perAddress: 30 },
    run: async (context, { link }) => {
      const patientId = patientOf(services, context, link)
      const patient = patientId === undefined ? undefined : await services.emrOf(context.licensee).patient(patientId)
      if (!patient) throw new Failure('signUp.linkOver', { status: 404 })
      const { id, emrId, firstName, lastName } = patient
      context.trace.claimedIdentity = `${firstName} ${lastName}`
      if (await hasOwnAccount(services.db, { licenseeId: context.licensee.id, patientId: id }))
        return showOutcome('exists', context.setting(practiceSettings.Practice_Phone))
      const subject: SignUp = { patient: { id, emrId, firstName, lastName }, contacts: {} }
      await startFlow(services, context, { purpose, step: 'secure', subject })
      return [toStep]
    },
  })
  return {
    open,
    screen: screen({
      route: signUpPaths.link.route,
      about: 'Link to go on with a sign-up',
      guard: anyone,
      actions: [open],
      load: (context, { params: { link = '' } }) =>
        linkScreen({ link, open, isOver: patientOf(services, context, link) === undefined }),
    }),
  }
}

function linkScreen({ link, open, isOver }: { link: string; open: ActionDefinition; isOver: boolean }): ScreenBody {
  return {
    title: 'Create an account',
    width: 'reading',
    blocks: [
      title('Create an account'),
      ...(isOver
        ? [
            text('link-over', 'This link is over. Please start again.', 'lead'),
            button('start', { text: 'Start again', style: 'primary', do: goTo(paths.signUp()) }),
          ]
        : [
            text('link-lead', 'This link was sent to you. Next, you choose your username and password.', 'lead'),
            button('go-on', { text: 'Continue', style: 'primary', do: call(open, { link }) }),
          ]),
    ],
  }
}
