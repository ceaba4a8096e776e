import { randomBytes } from 'node:crypto'
import Type from 'typebox'
import { passkeySettings } from './passkeys.settings.ts'
import { passkeyPaths } from './passkeys.paths.ts'
import { closed } from '../../../schemas/base.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { accountHomes, homeOf } from '../../identity/account-home.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { becomeProtected, endEnrolment } from '../../identity/enrolment.ts'
import { accountById } from '../../identity/account.store.ts'
import { browserName } from '../../identity/browser-name.ts'
import { startFlow } from '../../identity/start-flow.ts'
import { endFlow, readFlow } from '../../identity/flow.store.ts'
import { Proof, proofCodes, proveAgain } from '../../identity/prove-again.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { sendSecurityNotice } from '../../identity/security-notice.ts'
import { flowPlace } from '../../identity/verification.ts'
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
  screen,
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
import { passkeySignInOffered, passkeysOffered } from './passkeys.rules.ts'
import { addPasskeyScreen, passkeyBlocks, passkeyButton, passkeyInstead } from './passkeys.screens.ts'

const passkeysRegion = 'account.passkeys'
const mostPasskeys = 10
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
  const [add, remove] = [addAction(services), removeAction(services)]
  const optionsFor = optionsAction(services, add)
  const atSignIn = passkeySignInActions(services)
  return {
    settings: Object.values(passkeySettings),
    messages: passkeyMessages,
    actions: [optionsFor, add, remove, ...Object.values(atSignIn)],
    extends: [
      accountSections.add({ id: 'passkeys', forAdmins: true, rule: passkeysOffered, blocks: passkeysSection }),
      otherSecondFactors.add((context) => (relyingPartyOf(context.client.origin) ? [passkeyInstead] : [])),
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
        actions: [remove],
        about: 'The passkeys of the signed-in person',
        guard: everyoneSignedIn,
        offered: passkeysOffered,
        load: async (context) => {
          const person = signedIn(context)
          context.dependsOn(personTopic(person, 'protection'))
          const kept = await passkeysOf(services.db, person.accountId)
          return passkeyBlocks({ passkeys: kept, remove, home: homeOf(person), timeZone: context.licensee.timeZone })
        },
      }),
    ],
    screens: accountHomes.map((home) =>
      screen({
        route: passkeyPaths.add[home.of].route,
        under: home.under,
        about: 'Adding a passkey',
        guard: home.guard,
        rules: { 'passkey-card': passkeysOffered },
        actions: [optionsFor],
        load: async (context) => {
          const person = signedIn(context)
          const isPossible = relyingPartyOf(context.client.origin) && context.show('passkey-card', passkeysOffered)
          const account = await accountById(services.db, person.accountId)
          return addPasskeyScreen({
            begin: isPossible ? optionsFor : undefined,
            withCode: Boolean(account?.totpSecret),
            home,
            isFirst: person.kind === 'admin' && person.unprotected === true,
          })
        },
      }),
    ),
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
      blocks: [{ kind: 'region', id: 'passkeys-list', src: passkeysRegion, shape: 'table' }],
    },
  ]
}

function optionsAction(services: AccountServices, add: Named): ActionDefinition {
  return action({
    name: 'account.passkeyOptions',
    about: 'Begins to add a passkey, after the own password or a code',
    actions: [add],
    ofAccount: true,
    guard: everyoneSignedIn,
    offered: passkeysOffered,
    repeatable: true,
    limit,
    codes: proofCodes,
    input: Proof,
    run: async (context, { Proof: proof }) => {
      const party = partyAt(context)
      const account = await proveAgain(services, context, proof)
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
      const place = flowPlace(context, 'passkey')
      const at = context.now()
      const flow = await readFlow<Adding>(db, { ...place, at })
      const isOwn = flow?.step === 'add' && flow.subject.accountId === person.accountId
      // A challenge is valid once, even if verification fails.
      if (!isOwn || !(await endFlow(db, place))) throw new Failure('passkey.begin', { status: 409 })
      context.session.keepFlow('passkey', undefined)
      const { accountId, challenge, userHandle } = flow.subject
      const made = await verifyCreated({ party, challenge }, credential).catch((cause: unknown) => {
        throw new Failure('passkey.refused', { cause })
      })
      const name = `${browserName(context.client.agent)}, ${dateText(dayOf(at, context.licensee.timeZone))}`
      if (!(await insertPasskey(db, { ...made, accountId, userHandle, name, createdAt: at })))
        throw new Failure('passkey.known', { status: 409 })
      await notifyOwner(services, context, 'passkeyAdded')
      const added: Effect = { type: 'notify', tone: 'success', text: 'Passkey added' }
      if (!(await becomeProtected(context))) return [{ type: 'navigate', to: homeOf(person).root }, added]
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
        { type: 'refresh', what: 'region', id: 'passkeys-list' },
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
