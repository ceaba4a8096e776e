import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { comparedName } from '../../../schemas/compared-name.ts'
import { recoveryTries } from '../../identity/account-limits.ts'
import { ownerOf, type Owner } from '../../identity/account-owner.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountsNamed } from '../../identity/account.store.ts'
import { portalBase } from '../../identity/email-content.ts'
import { maskedEmail } from '../../identity/verification.rules.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import type { Fate } from '../../outbox/outbox.ts'
import { paths } from '../../practice/paths.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { usernameEmail } from './recovery.emails.ts'
import { Day } from '../../protocol/typed-values.ts'
import { aboutOneselfCodes, Email, fits, Name, notBornAfterToday } from './recovery.rules.ts'

/**
 * Few people share a name, so at least this many lookups are made: their number must not reveal whether the name
 * exists.
 */
const fewestLookups = 3

const input = closed({ PatientFirstName: Name, PatientLastName: Name, PatientDOB: Day, PatientEmail: Email })
const codes = {
  '/PatientFirstName': { required: 'recovery.firstName', pattern: 'recovery.firstName' },
  '/PatientLastName': { required: 'recovery.lastName', pattern: 'recovery.lastName' },
  ...aboutOneselfCodes,
}

/** Specification 1 §5 and §8: sends the usernames to the e-mail address on record, never to the screen. */
export function forgotUsernameAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.forgotUsername',
    about: 'Sends people their username',
    ofAccount: true,
    guard: anyone,
    input,
    codes,
    upToToday: notBornAfterToday,
    limit: {
      perAddress: 20,
      identity: ({ PatientFirstName, PatientLastName }) => comparedName(`${PatientFirstName} ${PatientLastName}`),
      ...recoveryTries.limit,
    },
    run: async (context, claim) => {
      const owners = await ownersNamed(services, context, {
        firstName: claim.PatientFirstName,
        lastName: claim.PatientLastName,
      })
      const [owner, ...others] = owners.filter((each) => fits(each, claim))
      if (!owner) throw new Failure('recovery.unknown', { status: 404 })
      return sendUsernames(services, context, [owner, ...others])
    },
  })
}

async function ownersNamed(
  services: AccountServices,
  context: ActionContext,
  name: { firstName: string; lastName: string },
): Promise<Owner[]> {
  const named = await accountsNamed(services.db, { licenseeId: context.licensee.id, ...name })
  const length = Math.max(named.length, fewestLookups)
  const owners = await Promise.all(Array.from({ length }, (_, index) => ownerOf(services, context, named[index])))
  return owners.filter((owner) => owner !== undefined)
}

async function sendUsernames(
  { outbox }: AccountServices,
  context: ActionContext,
  owners: readonly [Owner, ...Owner[]],
): Promise<Effect[]> {
  const [{ account, email: to }] = owners
  context.trace.claimedIdentity = account.login
  await context.takeTry(`forgotUsername:${account.id}`, { tries: 5, seconds: 3600 })
  const message = { licenseeId: context.licensee.id, to, practice: practiceName(context) }
  const status = await outbox.send(
    usernameEmail({ ...message, logins: loginsOf(owners), signInAt: portalBase(context) + paths.signIn() }),
  )
  context.trace.transmitted = { to: maskedEmail(to), status }
  return [{ type: 'navigate', to: paths.signIn(), replace: true }, outcome(status)]
}

/** Names the kind of each username when a person has both kinds of account. */
function loginsOf(owners: readonly Owner[]): string[] {
  return owners.map(({ account: { login, kind } }) => (owners.length === 1 ? login : `${login} (as a ${kind})`))
}

function outcome(status: Fate): Effect {
  const words = {
    sent: 'Username has been sent to the registered email id. Please login using the same.',
    waiting: 'Username could not be sent yet. It will be sent to the registered email id as soon as possible.',
    refused: 'The registered email id does not take mail. Please call the office.',
  }
  return { type: 'notify', tone: status === 'sent' ? 'success' : 'warning', text: words[status] }
}
