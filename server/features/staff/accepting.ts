import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountOf, insertAccount } from '../../identity/account.store.ts'
import { chosenPasswordHash } from '../../identity/chosen-password.ts'
import { continueAfterPassword } from '../../identity/complete-sign-in.ts'
import { passwordWords } from '../../identity/password-words.ts'
import {
  readStaffInvitation,
  takeStaffInvitation,
  type StaffInvitation,
} from '../../identity/staff-invitations.store.ts'
import { lockStaff, staffMemberByEmail } from '../../identity/staff.store.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { paths } from '../../practice/paths.ts'
import { staffAccessSettings } from '../../practice/staff-access.settings.ts'
import { staffTopic } from '../../practice/staff.ts'
import type { Context } from '../../protocol/context.ts'
import { action, screen, type ActionDefinition, type ScreenDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { insertStaffChange } from './changes.store.ts'
import { invitationOverScreen, invitationScreen } from './invitation.screens.ts'
import { ChosenAccount, proposedLogin } from './staff.rules.ts'

/** The screen that the link of an invitation opens. Opening it uses nothing up. */
export function invitationLink(services: AccountServices, accept: ActionDefinition): ScreenDefinition {
  const { route } = paths.staffInvitation
  return screen({
    route,
    about: 'An invitation to the staff of the practice',
    guard: anyone, // the link is the proof
    actions: [accept],
    load: async (context, { params: { token = '' } }) => {
      const invitation = await openInvitation(services, context, token)
      if (!invitation)
        throw new Failure('staff.invitationOver', {
          status: 404,
          screen: invitationOverScreen(),
          place: { route, topics: [] },
        })
      return invitationScreen({
        accept,
        token,
        invitation,
        practice: practiceName(context),
        words: passwordWords(context, { firstName: invitation.firstName, login: proposedLogin(invitation.email) }),
        needsSecondFactor: context.setting(staffAccessSettings.Staff_Second_Factor),
      })
    },
  })
}

function openInvitation(
  { db }: Pick<AccountServices, 'db'>,
  context: Pick<Context, 'licensee' | 'now'>,
  token: string,
): Promise<StaffInvitation | undefined> {
  return readStaffInvitation(db, { licenseeId: context.licensee.id, token, at: context.now() })
}

const isOver = () => new Failure('staff.invitationOver', { status: 404 })

/** Makes the account and ends the link in one transaction, once; then signs the person in, up to the second factor. */
export function acceptAction(services: AccountServices): ActionDefinition {
  const { db } = services
  return action({
    name: 'account.acceptStaffInvitation',
    about: 'Accepts an invitation to the staff with a new account',
    ofAccount: true,
    guard: anyone, // the link is the proof
    repeatable: true, // so that no fast hash of a password is stored with the response
    input: closed({ token: Type.String({ pattern: '^[\\w-]{43}$' }), ...ChosenAccount.properties }),
    codes: {
      '/token': { pattern: 'staff.invitationOver' },
      '/Login': { required: 'staff.login', minLength: 'staff.login', maxLength: 'staff.login', pattern: 'staff.login' },
      '/Password': { required: 'password.required' },
      '/Password2': { required: 'password.confirmRequired' },
    },
    limit: { perAddress: 30 },
    run: async (context, { token, Login, ...typed }) => {
      const invitation = await openInvitation(services, context, token)
      if (!invitation) throw isOver()
      const { licenseeId, email, firstName, lastName, roles } = invitation
      context.trace.claimedIdentity = email
      const passwordHash = await chosenPasswordHash(services, context, {
        ...typed,
        owner: { firstName, lastName, login: Login },
      })
      const at = context.now()
      const accountId = await db.transaction(async (tx) => {
        await lockStaff(tx, licenseeId)
        if (!(await takeStaffInvitation(tx, { licenseeId, token, at }))) throw isOver()
        if (await staffMemberByEmail(tx, { licenseeId, email })) throw isOver()
        const person = { kind: 'admin', login: Login, email, firstName, lastName, staffRoles: roles } as const
        const made = await insertAccount(tx, { ...person, licenseeId, passwordHash, actsFor: [] })
        if (typeof made !== 'number') throw new Failure('staff.loginTaken', { pointer: '/Login' })
        await insertStaffChange(tx, { licenseeId, accountId: made, changedBy: made, what: 'joined', roles, at })
        return made
      })
      context.publish([staffTopic(licenseeId)])
      const account = await accountOf(db, { accountId, passwordVersion: 0 })
      if (!account) throw new Failure('signIn.invalid') // ended at this moment
      return continueAfterPassword(services, context, { account, to: paths.adminDashboard() })
    },
  })
}
