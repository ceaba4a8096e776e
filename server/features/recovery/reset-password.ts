import type { Static } from 'typebox'
import type { Effect } from '../../../schemas/effect.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountOf, loginKey, setPassword, type Account, type ReplacingHash } from '../../identity/account.store.ts'
import { refuseWeakPassword, replacingHash } from '../../identity/chosen-password.ts'
import { passwordWords } from '../../identity/password-words.ts'
import type { ResetGrant } from '../../identity/complete-sign-in.ts'
import { endFlow, endFlowsOf, readFlow, type FlowPlace } from '../../identity/flow.store.ts'
import { linkPlace } from '../../identity/reset-links.ts'
import { publishAccount } from '../../identity/publish-account.ts'
import { securityMessage } from '../../identity/security-notice.ts'
import { keepSignInName } from '../../identity/sign-in-name.ts'
import { flowPlace } from '../../identity/verification.ts'
import type { OutboxMessage } from '../../outbox/outbox.ts'
import { paths } from '../../practice/paths.ts'
import {
  action,
  screen,
  type ActionContext,
  type ActionDefinition,
  type ScreenBody,
  type ScreenDefinition,
} from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { NewPasswords, ResetByLink } from './reset-password.inputs.ts'
import { resetPasswordMessages } from './reset-password.messages.ts'
import { resetPasswordScreen, startAgainScreen, type Audience } from './reset-password.screens.ts'

type Place = Pick<ActionContext, 'licensee' | 'client' | 'now'>

/** A grant to set a password once: in a browser, or in a link. */
interface GrantPlace {
  place: FlowPlace
  /** Of the screen that shows when it has ended. */
  route: string
  /** Whose page that screen is. */
  audience: Audience
}

const inBrowser = (context: Place): GrantPlace => ({
  place: flowPlace(context, 'reset'),
  route: paths.resetPassword.route,
  audience: 'people',
})
const linkRoutes = { people: paths.resetLink.route, staff: paths.adminResetLink.route } as const
const inLink = ({ licensee }: Place, { token, audience }: { token: string; audience: Audience }): GrantPlace => ({
  place: linkPlace(licensee.id, token),
  route: linkRoutes[audience],
  audience,
})

export interface ResetActions {
  resetPassword: ActionDefinition
  resetByLink: ActionDefinition
}

/** Sets a new password with a grant: from the right code, from the old password at a forced reset, or from the office. */
export function resetPasswordPages(services: AccountServices, actions: ResetActions): ScreenDefinition[] {
  const { resetPassword, resetByLink } = actions
  return [
    screen({
      route: paths.resetPassword.route,
      about: 'A new password, after the right code or the old password',
      guard: anyone, // nobody is signed in: the grant in this browser identifies the account
      actions: [resetPassword],
      load: async (context) => {
        const account = await grantOf(services, context, inBrowser(context))
        if (!account) return overScreens.people
        const words = passwordWords(context, account)
        return resetPasswordScreen({
          action: resetPassword,
          audience: audienceOf(account),
          username: account.login,
          words,
        })
      },
    }),
    linkScreen(services, resetByLink, {
      audience: 'people',
      about: 'A new password, with a link that the office has sent',
    }),
    linkScreen(services, resetByLink, {
      audience: 'staff',
      about: 'A new password of a member of the staff, with a link',
    }),
  ]
}

function linkScreen(
  services: AccountServices,
  action: ActionDefinition,
  { audience, about }: { audience: Audience; about: string },
): ScreenDefinition {
  return screen({
    route: linkRoutes[audience],
    about,
    guard: anyone, // the link is the proof; opening it uses nothing up
    actions: [action],
    load: async (context, { params: { token = '' } }) => {
      const account = await grantOf(services, context, inLink(context, { token, audience }))
      if (!account) return overScreens[audience]
      const input = { token, ...(audience === 'staff' ? { ofStaff: true as const } : {}) }
      const { login: username } = account
      const words = passwordWords(context, { login: username }) // no other name, because anyone may have the link
      return resetPasswordScreen({ action, audience: audienceOf(account), username, words, input })
    },
  })
}

const audienceOf = ({ kind }: Account): Audience => (kind === 'admin' ? 'staff' : 'people')

const over = { heading: 'Reset password', words: resetPasswordMessages['reset.over'] }
const overScreens: Readonly<Record<Audience, ScreenBody>> = {
  people: startAgainScreen(over),
  staff: startAgainScreen({ ...over, audience: 'staff' }),
}

function isOver(context: ActionContext, { route, audience }: GrantPlace): Failure {
  const place = { route, topics: [...context.trace.topics] }
  return new Failure('reset.over', { status: 409, screen: overScreens[audience], place })
}

async function grantOf({ db }: AccountServices, context: Place, { place }: GrantPlace): Promise<Account | undefined> {
  const grant = await readFlow<ResetGrant>(db, { ...place, at: context.now() })
  return grant && accountOf(db, grant.subject)
}

const common = {
  ofAccount: true,
  guard: anyone,
  codes: { '/Password': { required: 'password.required' }, '/Password2': { required: 'password.confirmRequired' } },
  // Its response is not stored: the fast hash of the input, stored with it, would allow guessing the password.
  repeatable: true,
  limit: { perAddress: 30 },
} as const

/** Both set the password and end all sessions of the account. */
export function resetPasswordActions(services: AccountServices): ResetActions {
  return {
    resetPassword: action({
      ...common,
      name: 'account.resetPassword',
      about: 'Sets a new password, once for each grant',
      input: NewPasswords,
      run: (context, typed) => resetWith(services, context, { grant: inBrowser(context), typed }),
    }),
    resetByLink: action({
      ...common,
      name: 'account.resetByLink',
      about: 'Sets a new password, once for each link',
      input: ResetByLink,
      run: (context, { token, ofStaff, ...typed }) => {
        const grant = inLink(context, { token, audience: ofStaff ? 'staff' : 'people' })
        return resetWith(services, context, { grant, typed })
      },
    }),
  }
}

async function resetWith(
  services: AccountServices,
  context: ActionContext,
  { grant, typed }: { grant: GrantPlace; typed: Static<typeof NewPasswords> },
): Promise<Effect[]> {
  const account = await grantOf(services, context, grant)
  if (!account) throw isOver(context, grant)
  context.trace.claimedIdentity = account.login
  const { Password: password, Password2: repeated } = typed
  refuseWeakPassword(context, { password, repeated, owner: account }, { password: '/Password', repeated: '/Password2' })
  const passwordHash = await replacingHash(services, account, { password, pointer: '/Password' })
  const message = await securityMessage(services, context, { account, what: 'passwordChanged' })
  await changeOnce(services, context, { grant, account, passwordHash, message })
  await publishAccount(services, context, account.id)
  if (context.principal) await context.session.signOut()
  await services.sessions.end({ accountId: account.id })
  context.session.keepFlow('reset', undefined)
  // The reset proves the owner's identity, so failed tries from other browsers must not lock this one out.
  context.session.rememberIdentity(loginKey(account.login))
  await keepSignInName(services, context, account)
  return [
    { type: 'purge' },
    { type: 'refresh', what: 'shell' },
    { type: 'navigate', to: account.kind === 'admin' ? paths.adminSignIn() : paths.signIn(), replace: true },
    { type: 'notify', tone: 'success', text: 'Password reset is successful.' },
  ]
}

interface Change {
  grant: GrantPlace
  account: Account
  passwordHash: ReplacingHash
  message: OutboxMessage | undefined
}

/**
 * Uses up the grant and ends all other flows of the account. Throws when another request was faster. Locks the account
 * first, so that two grants of one account always wait in the same order.
 */
function changeOnce(
  { db, outbox }: AccountServices,
  context: ActionContext,
  { grant, account, passwordHash, message }: Change,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await setPassword(tx, { accountId: account.id, passwordHash, at: context.now() })))
      throw isOver(context, grant)
    if (!(await endFlow(tx, grant.place))) throw isOver(context, grant)
    await endFlowsOf(tx, account.id)
    if (message) await outbox.enqueue(tx, message)
  })
}
