import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountById, findAccount, loginKey } from '../../identity/account.store.ts'
import { portalBase } from '../../identity/email-content.ts'
import { beginResetLink } from '../../identity/reset-links.ts'
import { lockStaff, staffMemberByEmail } from '../../identity/staff.store.ts'
import { job } from '../../jobs/job.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import type { Setting } from '../../licensees/settings/definition.ts'
import { paths } from '../../practice/paths.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import { staffTopic } from '../../practice/staff.ts'
import {
  action,
  screen,
  type ActionContext,
  type ActionDefinition,
  type ScreenDefinition,
} from '../../protocol/definitions.ts'
import { anyone } from '../../protocol/guard.ts'
import { momentText } from '../../protocol/time-words.ts'
import { OneLine } from '../../protocol/typed-values.ts'
import type { Services } from '../../services.ts'
import { countOwnPasswordLinks, insertStaffChange } from './changes.store.ts'
import { forgottenPasswordScreen, linkRequestedScreen } from './forgotten-password.screens.ts'
import { forgottenPasswordEmail } from './staff.emails.ts'
import { staffPaths } from './staff.paths.ts'

export type ForgottenServices = AccountServices & Pick<Services, 'now' | 'jobs' | 'licensees' | 'settings' | 'publish'>

/** How long a link works. Short, because anyone can request one for anybody. */
const ownLinkHours = 1
/** Links for one account in a day; further requests send nothing, and look the same. */
const mostInADay = 5
const dayMs = 24 * 3_600_000

/** The page at which members of the staff request a link for a new password, and the one that follows. */
export function forgottenPasswordPages(request: ActionDefinition): ScreenDefinition[] {
  return [
    screen({
      route: paths.adminForgotPassword.route,
      about: 'A forgotten password of a member of the staff',
      guard: anyone,
      actions: [request],
      load: (context) => forgottenPasswordScreen({ practice: practiceName(context), request }),
    }),
    screen({
      route: staffPaths.linkRequested.route,
      about: 'What happens after a link for a new password was requested',
      guard: anyone,
      load: () => linkRequestedScreen({ hours: ownLinkHours }),
    }),
  ]
}

/**
 * Returns the same effects after the same work, whether or not the account exists: two lookups and a job. Whether an
 * email goes out is decided in the job, so neither the response nor its time tells.
 */
export function requestPasswordLinkAction(services: ForgottenServices): ActionDefinition {
  const { db, jobs } = services
  return action({
    name: 'account.requestStaffPasswordLink',
    about: 'Requests a link for a new password of a member of the staff',
    ofAccount: true,
    guard: anyone,
    input: closed({ Username: OneLine(200) }),
    codes: {
      '/Username': { required: 'staff.loginOrEmail', minLength: 'staff.loginOrEmail', pattern: 'staff.loginOrEmail' },
    },
    limit: {
      perAddress: 20,
      identity: ({ Username }) => loginKey(Username),

      identitySeconds: 3600,
    },
    run: async (context, { Username }) => {
      context.trace.claimedIdentity = Username
      await jobs.add(db, sendForgottenLink, {
        licenseeId: context.licensee.id,
        accountId: (await accountIdFor(services, context, Username)) ?? 0,
        origin: portalBase(context),
      })
      return [{ type: 'navigate', to: staffPaths.linkRequested(), replace: true }]
    },
  })
}

/** Returns the account of a user name or an email address. Both are looked up each time, for the same duration. */
async function accountIdFor(
  { db }: Pick<ForgottenServices, 'db'>,
  { licensee: { id: licenseeId } }: ActionContext,
  typed: string,
): Promise<number | undefined> {
  const named = await findAccount(db, { licenseeId, kind: 'admin', login: typed })
  const addressed = await staffMemberByEmail(db, { licenseeId, email: typed })
  return named?.id ?? addressed?.accountId
}

/** Emails a member of the staff the link that was requested, if there is such a member with an address. */
export const sendForgottenLink = job('staff.sendForgottenLink', {
  input: closed({
    licenseeId: Type.String(),
    /** 0 if nothing goes out. */
    accountId: Type.Integer(),
    /** Scheme, host and port for the link. */
    origin: Type.String(),
  }),
  keepTryingFor: { hours: ownLinkHours },
  looksAgain: { needless: 'it finds the member of the staff in its own transaction' },
  run: async (
    { db, now, outbox, licensees, settings, publish }: ForgottenServices,
    { licenseeId, accountId, origin },
  ) => {
    const licensee = servedPractice(licensees, licenseeId)
    const setting = <S extends Setting>(each: S) => settings.value(licenseeId, each)
    const at = now()
    const isSent = await db.transaction(async (tx) => {
      await lockStaff(tx, licenseeId)
      const account = await accountById(tx, accountId)
      if (!account || account.licenseeId !== licenseeId || account.kind !== 'admin' || account.email === '')
        return false
      const since = new Date(at.getTime() - dayMs)
      if ((await countOwnPasswordLinks(tx, { licenseeId, accountId, since })) >= mostInADay) return false
      const { token, endsAt } = await beginResetLink(tx, {
        account,
        licenseeId,
        at,
        hours: ownLinkHours,
        isRequested: true,
      })
      await outbox.enqueue(tx, {
        ...forgottenPasswordEmail({
          licenseeId,
          to: account.email,
          practice: practiceName({ licensee, setting }),
          login: account.login,
          chooseAt: origin + paths.adminResetLink({ token }),
          endsOn: momentText(endsAt, licensee.timeZone),
        }),
        notAfter: endsAt,
      })
      await insertStaffChange(tx, { licenseeId, accountId, changedBy: accountId, what: 'password link', at })
      return true
    })
    if (isSent) publish([staffTopic(licenseeId)])
  },
})
