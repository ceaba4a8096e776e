import { staffAccessSettings } from '../../practice/staff-access.settings.ts'
import { secondFactorSettings } from './second-factor.settings.ts'
import { secondFactorPaths } from './second-factor.paths.ts'
import type { BlockList } from '../../../schemas/block.ts'
import { accountHomes, homeOf, type AccountHome } from '../../identity/account-home.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountById } from '../../identity/account.store.ts'
import { readFlow } from '../../identity/flow.store.ts'
import { otpauthUri } from '../../identity/totp.ts'
import { flowPlace } from '../../identity/verification.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import {
  accountSections,
  otherSecondFactors,
  recoveryCodeProofs,
  secondFactorRemoved,
} from '../../practice/extension-points.ts'
import type { Context } from '../../protocol/context.ts'
import { region, screen, feature, type ScreenDefinition } from '../../protocol/definitions.ts'
import { everyoneSignedIn } from '../../protocol/guard.ts'
import { personTopic, signedIn } from '../../protocol/principal.ts'
import { dropRecoveryCodes, recoveryCodesLeft } from './recovery-codes.store.ts'
import { spendRecoveryCode } from './spend-recovery-code.ts'
import { secondFactorEntryActions, secondFactorEntryPage } from './second-factor-entry.ts'
import { codeSchema, secondFactorActions } from './second-factor.actions.ts'
import { enrolmentPlace, type Enrolment } from '../../identity/enrolment.ts'
import { secondFactorMessages } from './second-factor.messages.ts'
import { secondFactorOffered, staffNeedsIt } from './second-factor.rules.ts'
import {
  authenticatorScreen,
  recoveryCodesScreen,
  secondFactorBlocks,
  secondFactorSwitchedOff,
  type SecondFactorActions,
  type SecondFactorState,
} from './second-factor.screens.ts'

const secondFactorRegion = 'account.secondFactor'

/** A code of an authenticator app in addition to the password: setting it up, new recovery codes, turning it off. */
export const secondFactor = feature('second-factor', (services: AccountServices) => {
  const actions = secondFactorActions(services)
  const atSignIn = secondFactorEntryActions(services)
  return {
    settings: [...Object.values(secondFactorSettings), ...Object.values(staffAccessSettings)],
    messages: secondFactorMessages,
    forms: () => [codeSchema],
    actions: [...Object.values(atSignIn), ...Object.values(actions)],
    extends: [
      accountSections.add({
        id: 'second-factor',
        forAdmins: true,
        rule: secondFactorOffered,
        blocks: (context) => secondFactorSection(services, context),
      }),
      secondFactorRemoved.add(dropRecoveryCodes),
      recoveryCodeProofs.add((context, given) => spendRecoveryCode(services, context, given)),
    ],
    regions: [
      region({
        name: secondFactorRegion,
        about: 'Whether the account of the signed-in person asks for a code besides the password',
        guard: everyoneSignedIn,
        actions: [actions.begin],
        load: async (context) =>
          secondFactorBlocks(await begunOr(services, context), {
            home: homeOf(signedIn(context)),
            begin: actions.begin,
          }),
      }),
    ],
    screens: [
      secondFactorEntryPage(services, atSignIn),
      ...accountHomes.flatMap((home) => screensOf(services, { home, actions })),
    ],
  }
})

interface Screens {
  home: AccountHome
  actions: SecondFactorActions
}

function screensOf(services: AccountServices, { home, actions }: Screens): ScreenDefinition[] {
  const { begin, enable, newCodes, disable, keepCodes } = actions
  const others = () => services.uses(otherSecondFactors)
  return [
    screen({
      route: secondFactorPaths.authenticator[home.of].route,
      under: home.under,
      about: 'Authenticator app',
      guard: home.guard,
      rules: { 'authenticator-begin': secondFactorOffered },
      get actions() {
        return [begin, enable, newCodes, disable, ...others().flatMap((other) => other.actions)]
      },
      load: async (context) =>
        authenticatorScreen({
          state: await begunOr(services, context),
          actions,
          home,
          codeSchema,
          isFirst: isUnprotected(context),
          others: isUnprotected(context) ? others().flatMap((other) => other.blocks(context)) : [],
          isRequired: staffNeedsIt(context),
        }),
    }),
    screen({
      route: secondFactorPaths.recoveryCodes[home.of].route,
      under: home.under,
      about: 'New recovery codes, until their owner has kept them',
      guard: home.guard,
      actions: [keepCodes],
      load: async (context) =>
        recoveryCodesScreen({
          codes: await newCodesOf(services, context),
          practice: practiceName(context),
          home,
          keep: keepCodes,
        }),
    }),
  ]
}

/** Whether nothing else is open to the person before this. */
function isUnprotected(context: Context): boolean {
  const person = signedIn(context)
  return person.kind === 'admin' && person.unprotected === true
}

async function stateOf({ db }: AccountServices, context: Context): Promise<SecondFactorState> {
  const person = signedIn(context)
  context.dependsOn(personTopic(person, 'protection'))
  const account = await accountById(db, person.accountId)
  if (account?.totpSecret) return { state: 'on', codesLeft: await recoveryCodesLeft(db, account.id) }
  return { state: 'off', isOffered: secondFactorOffered(context) }
}

/** Returns the state of the set-up that this browser has started, otherwise that of the account. */
async function begunOr(services: AccountServices, context: Context): Promise<SecondFactorState> {
  const state = await stateOf(services, context)
  if (state.state !== 'off' || !state.isOffered) return state
  const begun = await enrolmentOf(services, { context, step: 'begun' })
  if (!begun) return state
  const secret = services.encryption.decrypt(begun.encrypted, enrolmentPlace(begun.accountId))
  const { login } = signedIn(context)
  return { state: 'begun', secret, uri: otpauthUri({ secret, issuer: practiceName(context), login }) }
}

async function newCodesOf(services: AccountServices, context: Context): Promise<string[] | undefined> {
  const made = await enrolmentOf(services, { context, step: 'codes' })
  if (!made) return undefined
  const text = services.encryption.decrypt(made.encrypted, enrolmentPlace(made.accountId))
  return JSON.parse(text) as string[] // encrypted by second-factor.actions.ts
}

/**
 * Returns the set-up flow only if it belongs to the signed-in person, because another one may have used this browser
 * before.
 */
async function enrolmentOf(
  { db }: AccountServices,
  { context, step }: { context: Context; step: 'begun' | 'codes' },
): Promise<Enrolment | undefined> {
  const flow = await readFlow<Enrolment>(db, { ...flowPlace(context, 'enrolment'), at: context.now() })
  return flow?.step === step && flow.subject.accountId === signedIn(context).accountId ? flow.subject : undefined
}

/** The section on the settings page: where the practice offers it, and for accounts that already have it. */
async function secondFactorSection({ db }: AccountServices, context: Context): Promise<BlockList> {
  const person = signedIn(context)
  context.dependsOn(personTopic(person, 'protection'))
  const isOffered = context.show('second-factor', secondFactorOffered)
  const isKept = !isOffered && Boolean((await accountById(db, person.accountId))?.totpSecret)
  if (isOffered || isKept) return [sectionCalled(isOffered ? 'second-factor' : 'second-factor-kept')]
  return person.kind === 'admin' ? [secondFactorSwitchedOff] : []
}

function sectionCalled(id: string): BlockList[number] {
  return {
    kind: 'section',
    id,
    title: 'Authenticator app',
    card: true,
    blocks: [{ kind: 'region', id: 'second-factor-state', src: secondFactorRegion, shape: 'lines' }],
  }
}
