import { randomBytes } from 'node:crypto'
import Type from 'typebox'
import { passkeySettings } from './passkeys.settings.ts'
import { closed } from '../../../schemas/base.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { homeOf } from '../../identity/account-home.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { becomeProtected, endEnrolment } from '../../identity/enrolment.ts'
import { accountById } from '../../identity/account.store.ts'
import { browserName } from '../../identity/browser-name.ts'
import { startFlow } from '../../identity/start-flow.ts'
import { ownAccount } from '../../identity/prove-again.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { takeChallenge } from '../../identity/passkey-challenge.ts'
import { sendSecurityNotice } from '../../identity/security-notice.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import {
  accountSections,
  adminSignInMethods,
  otherSecondFactors,
  signInMethods,
} from '../../practice/extension-points.ts'
import { staffAccessSettings } from '../../practice/staff-access.settings.ts'
import { staffTopic } from '../../practice/staff.ts'
import type { Context } from '../../protocol/context.ts'
import {
  action,
  region,
  type ActionContext,
  type ActionDefinition,
  feature,
  type Named,
} from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { everyoneSignedIn } from '../../protocol/guard.ts'
import { personTopic, signedIn } from '../../protocol/principal.ts'
import { dateText, dayOf } from '../../protocol/time-words.ts'
import {
  CreatedCredential,
  creationOptions,
  partyAt,
  relyingPartyOf,
  verifyCreated,
} from '../../identity/passkey-ceremony.ts'
import { passkeySignInActions } from './passkey-sign-in.ts'
import { deletePasskey, insertPasskey, lockPasskeysOf, passkeysOf } from '../../identity/passkeys.store.ts'
import { passkeyMessages } from './passkeys.messages.ts'
import { mostPasskeys, passkeySignInOffered, passkeysOffered } from './passkeys.rules.ts'
import { passkeyBlocks, passkeyButton, passkeyInstead } from './passkeys.screens.ts'

const passkeysRegion = 'account.passkeys'
/** The block that shows it. */
const passkeysBlock = 'passkeys-list'
const handleBytes = 32
const limit = { perAddress: 60 }

/** The state of the flow that adds a passkey. */
interface Adding {
  accountId: number
  challenge: string
  userHandle: string
}

/** Passkeys: list, add, remove, and signing in with them. */
export const passkeys = feature('passkeys', (services: AccountServices) => {
  const [added, remove] = [addAction(services), removeAction(services)]
  const add = optionsAction(services, added)
  const atSignIn = passkeySignInActions(services)
  return {
    settings: Object.values(passkeySettings),
    messages: passkeyMessages,
    actions: [add, added, remove, ...Object.values(atSignIn)],
    extends: [
      accountSections.add({ id: 'passkeys', forAdmins: true, rule: passkeysOffered, blocks: passkeysSection }),
      otherSecondFactors.add({
        actions: [add],
        blocks: (context) => (relyingPartyOf(context.client.origin) ? [passkeyInstead(add)] : []),
      }),
      signInMethods.add({
        id: 'passkey',
        rule: passkeysOffered,
        actions: [atSignIn.options],
        blocks: (context, next) =>
          relyingPartyOf(context.client.origin) && context.show('passkey', passkeysOffered)
            ? [passkeyButton(atSignIn.options, next)]
            : [],
      }),
      adminSignInMethods.add({
        id: 'passkey',
        rule: passkeySignInOffered,
        actions: [atSignIn.options],
        blocks: (context, next) =>
          relyingPartyOf(context.client.origin) && context.show('passkey', passkeySignInOffered)
            ? [passkeyButton(atSignIn.options, next)]
            : [],
      }),
    ],
    regions: [
      region({
        name: passkeysRegion,
        actions: [add, remove],
        about: 'The passkeys of the signed-in person',
        guard: everyoneSignedIn,
        offered: passkeysOffered,
        load: async (context) => {
          const person = signedIn(context)
          context.dependsOn(personTopic(person, 'protection'))
          const kept = await passkeysOf(services.db, person.accountId)
          return passkeyBlocks({ passkeys: kept, add, remove, timeZone: context.licensee.timeZone })
        },
      }),
    ],
  }
})

/** The section on the settings page. */
function passkeysSection(context: Context): BlockList {
  const isPossible = relyingPartyOf(context.client.origin) && context.show('passkeys', passkeysOffered)
  if (!isPossible) return []
  return [
    {
      kind: 'section',
      id: 'passkeys',
      title: 'Passkeys',
      card: true,
      blocks: [{ kind: 'region', id: passkeysBlock, src: passkeysRegion, shape: 'table' }],
    },
  ]
}

function optionsAction(services: AccountServices, add: Named): ActionDefinition {
  return provenAction(services, {
    name: 'account.passkeyOptions',
    about: 'Begins to add a passkey',
    calls: () => [add],
    ofAccount: true,
    guard: everyoneSignedIn,
    offered: passkeysOffered,
    repeatable: true,
    limit,
    input: closed({}),
    needsProof: (context) => relyingPartyOf(context.client.origin) !== undefined,
    run: async (context) => {
      const party = partyAt(context)
      const account = await ownAccount(services, context)
      const passkeys = await passkeysOf(services.db, account.id)
      if (passkeys.length >= mostPasskeys)
        throw new Failure('passkey.many', { status: 409, params: { most: mostPasskeys } })
      const userHandle = passkeys[0]?.userHandle ?? randomBytes(handleBytes).toString('base64url')
      const { login, firstName, lastName } = account
      const options = await creationOptions(party, {
        practice: practiceName(context),
        login,
        name: `${firstName} ${lastName}`,
        userHandle,
        passkeys,
      })
      const subject: Adding = { accountId: account.id, challenge: options.challenge, userHandle }
      await startFlow(services, context, { purpose: 'passkey', step: 'add', subject })
      return [{ type: 'credential', mode: 'create', options: { ...options }, action: add.name }]
    },
  })
}

function addAction(services: AccountServices): ActionDefinition {
  const { db } = services
  return action({
    name: 'account.addPasskey',
    about: 'Keeps the passkey that a browser has made',
    ofAccount: true,
    guard: everyoneSignedIn,
    offered: passkeysOffered,
    repeatable: true,
    limit,
    input: closed({ credential: CreatedCredential }),
    run: async (context, { credential }) => {
      const party = partyAt(context)
      const person = signedIn(context)
      const at = context.now()
      const begun = await takeChallenge<Adding>(db, context, 'add')
      if (begun?.accountId !== person.accountId) throw new Failure('passkey.begin', { status: 409 })
      const { accountId, challenge, userHandle } = begun
      const made = await verifyCreated({ party, challenge }, credential).catch((cause: unknown) => {
        throw new Failure('passkey.refused', { cause })
      })
      const name = `${browserName(context.client.agent)}, ${dateText(dayOf(at, context.licensee.timeZone))}`
      if (!(await insertPasskey(db, { ...made, accountId, userHandle, name, createdAt: at })))
        throw new Failure('passkey.known', { status: 409 })
      await notifyOwner(services, context, 'passkeyAdded')
      const added: Effect = { type: 'notify', tone: 'success', text: 'Passkey added' }
      if (!(await becomeProtected(context))) return [{ type: 'refresh', what: 'region', id: passkeysBlock }, added]
      const to = (await endEnrolment(services, context)) ?? homeOf(person).root
      return [{ type: 'refresh', what: 'shell' }, { type: 'navigate', to, replace: true }, added]
    },
  })
}

function removeAction(services: AccountServices): ActionDefinition {
  return provenAction(services, {
    name: 'account.removePasskey',
    about: 'Removes one of the own passkeys',
    ofAccount: true,
    guard: everyoneSignedIn,
    input: closed({ passkey: Type.String({ maxLength: 1400 }) }),
    run: async (context, { passkey: id }) => {
      const { accountId, kind } = signedIn(context)
      const needsOne = kind === 'admin' && context.setting(staffAccessSettings.Staff_Second_Factor)
      await services.db.transaction(async (tx) => {
        const all = await lockPasskeysOf(tx, accountId)
        const isLast = all.length === 1 && all[0]?.id === id
        if (isLast && needsOne && !(await accountById(tx, accountId))?.totpSecret)
          throw new Failure('passkey.last', { status: 409 })
        if (!(await deletePasskey(tx, { id, accountId }))) throw new Failure('passkey.unknown', { status: 404 })
      })
      await notifyOwner(services, context, 'passkeyRemoved')
      return [
        { type: 'refresh', what: 'region', id: passkeysBlock },
        { type: 'notify', tone: 'success', text: 'Passkey removed' },
      ]
    },
  })
}

async function notifyOwner(
  services: AccountServices,
  context: ActionContext,
  what: 'passkeyAdded' | 'passkeyRemoved',
): Promise<void> {
  const person = signedIn(context)
  const ofStaff = person.kind === 'admin' ? [staffTopic(context.licensee.id)] : []
  context.publish([personTopic(person, 'protection'), ...ofStaff])
  const account = await accountById(services.db, person.accountId)
  if (account) await sendSecurityNotice(services, context, { account, what })
}
