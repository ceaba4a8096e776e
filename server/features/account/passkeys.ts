import { randomBytes } from 'node:crypto'
import Type from 'typebox'
import type { BlockList } from '../../../schemas/block.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import type { Context } from '../../protocol/context.ts'
import {
  action,
  region,
  screen,
  type ActionContext,
  type ActionDefinition,
  type RoomPart,
} from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { personTopic, signedIn } from '../../protocol/principal.ts'
import { dateText, dayOf } from '../../protocol/time-words.ts'
import { accountById } from './account.store.ts'
import type { AccountTools } from './account-tools.ts'
import { browserName } from './browser-name.ts'
import { begin } from './entering.ts'
import { endFlow, readFlow } from './flow.store.ts'
import { CreatedCredential, creationOptions, verifyCreated } from './passkey-ceremony.ts'
import { deletePasskey, insertPasskey, passkeysOf } from './passkey.store.ts'
import { passkeyMessages } from './passkeys.messages.ts'
import { passkeysOffered, relyingPartyOf, type RelyingParty } from './passkeys.rules.ts'
import { addPasskeyRoute, addPasskeyScreen, passkeyBlocks } from './passkeys.screens.ts'
import { Proof, proofCodes, proveAgain } from './prove-again.ts'
import { sendSecurityNotice } from './security-notice.ts'
import { flowPlace } from './verification.ts'
import { routes } from '../../practice/routes.ts'

const passkeysRegion = 'account.passkeys'
const mostPasskeys = 10
const handleBytes = 32
const limit = { perAddress: 60 }

/** What the way of adding one remembers. */
interface Adding {
  accountId: number
  challenge: string
  userHandle: string
}

/** Passkeys of patients and guardians: listed, added, removed. */
export function passkeysPart(tools: AccountTools): RoomPart {
  const [optionsFor, add, remove] = [optionsAction(tools), addAction(tools), removeAction(tools)]
  return {
    messages: passkeyMessages,
    actions: [optionsFor, add, remove],
    regions: [
      region({
        name: passkeysRegion,
        about: 'The passkeys of the signed-in person',
        guard: patientsAndGuardians,
        offered: passkeysOffered,
        load: async (context) => {
          const person = signedIn(context)
          context.dependsOn(personTopic(person, 'protection'))
          const passkeys = await passkeysOf(tools.db, person.accountId)
          return passkeyBlocks({ passkeys, remove, timeZone: context.licensee.timeZone })
        },
      }),
    ],
    screens: [
      screen({
        route: addPasskeyRoute,
        about: 'Adding a passkey',
        guard: patientsAndGuardians,
        rules: { 'passkey-card': passkeysOffered },
        actions: [optionsFor.name, add.name],
        load: async (context) => {
          const { accountId } = signedIn(context)
          const isPossible = relyingPartyOf(context.visit.origin) && context.show('passkey-card', passkeysOffered)
          const account = await accountById(tools.db, accountId)
          return addPasskeyScreen({
            begin: isPossible ? optionsFor : undefined,
            withCode: Boolean(account?.totpSecret),
          })
        },
      }),
    ],
  }
}

/** The section of Settings. */
export function passkeysSection(context: Context): BlockList {
  const isPossible = relyingPartyOf(context.visit.origin) && context.show('passkeys', passkeysOffered)
  if (!isPossible) return []
  return [
    {
      kind: 'section',
      id: 'passkeys',
      title: 'Passkeys',
      blocks: [{ kind: 'region', id: 'passkeys-list', src: passkeysRegion, shape: 'table' }],
    },
  ]
}

/** Throws the Failure `passkey.noName` where there can be no passkeys. */
export function partyAt({ visit }: Pick<ActionContext, 'visit'>): RelyingParty {
  const party = relyingPartyOf(visit.origin)
  if (!party) throw new Failure('passkey.noName', { status: 409 })
  return party
}

function optionsAction(tools: AccountTools): ActionDefinition {
  return action({
    name: 'account.passkeyOptions',
    about: 'Begins to add a passkey, after the own password or a code',
    guard: patientsAndGuardians,
    offered: passkeysOffered,
    repeatable: true,
    limit,
    codes: proofCodes,
    input: Proof,
    run: async (context, { Proof: proof }) => {
      const party = partyAt(context)
      const account = await proveAgain(tools, context, proof)
      const passkeys = await passkeysOf(tools.db, account.id)
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
      await begin(tools, context, { purpose: 'passkey', step: 'add', subject })
      return [{ type: 'credential', mode: 'create', options: { ...options }, action: 'account.addPasskey' }]
    },
  })
}

function addAction(tools: AccountTools): ActionDefinition {
  const { db } = tools
  return action({
    name: 'account.addPasskey',
    about: 'Keeps the passkey that a browser has made',
    guard: patientsAndGuardians,
    offered: passkeysOffered,
    repeatable: true,
    limit,
    input: Type.Object({ credential: CreatedCredential }, { additionalProperties: false }),
    run: async (context, { credential }) => {
      const party = partyAt(context)
      const person = signedIn(context)
      const place = flowPlace(context, 'passkey')
      const at = context.now()
      const flow = await readFlow<Adding>(db, { ...place, at })
      const isOwn = flow?.step === 'add' && flow.subject.accountId === person.accountId
      // A challenge counts once, whatever comes of it.
      if (!isOwn || !(await endFlow(db, place))) throw new Failure('passkey.begin', { status: 409 })
      context.session.keepFlow('passkey', undefined)
      const { accountId, challenge, userHandle } = flow.subject
      const made = await verifyCreated({ party, challenge }, credential).catch((cause: unknown) => {
        throw new Failure('passkey.refused', { cause })
      })
      const name = `${browserName(context.visit.agent)}, ${dateText(dayOf(at, context.licensee.timeZone))}`
      if (!(await insertPasskey(db, { ...made, accountId, userHandle, name, createdAt: at })))
        throw new Failure('passkey.known', { status: 409 })
      await tell(tools, context, 'passkeyAdded')
      return [
        { type: 'navigate', to: routes.settings },
        { type: 'notify', tone: 'success', text: 'Passkey added' },
      ]
    },
  })
}

function removeAction(tools: AccountTools): ActionDefinition {
  return action({
    name: 'account.removePasskey',
    about: 'Removes one of the own passkeys',
    guard: patientsAndGuardians,
    input: Type.Object({ passkey: Type.String({ maxLength: 1400 }) }, { additionalProperties: false }),
    run: async (context, { passkey: id }) => {
      const { accountId } = signedIn(context)
      if (!(await deletePasskey(tools.db, { id, accountId }))) throw new Failure('passkey.unknown', { status: 404 })
      await tell(tools, context, 'passkeyRemoved')
      return [
        { type: 'refresh', what: 'region', id: 'passkeys-list' },
        { type: 'notify', tone: 'success', text: 'Passkey removed' },
      ]
    },
  })
}

async function tell(
  tools: AccountTools,
  context: ActionContext,
  what: 'passkeyAdded' | 'passkeyRemoved',
): Promise<void> {
  const person = signedIn(context)
  context.publish([personTopic(person, 'protection')])
  const account = await accountById(tools.db, person.accountId)
  if (account) await sendSecurityNotice(tools, context, { account, what })
}
