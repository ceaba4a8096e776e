import { practiceName } from '../../licensees/practice-name.ts'
import type { Context } from '../../protocol/context.ts'
import { region, screen, type RoomPart, type ScreenDefinition } from '../../protocol/definitions.ts'
import { everyoneSignedIn } from '../../protocol/guard.ts'
import { personTopic, signedIn } from '../../protocol/principal.ts'
import type { BlockList } from '../../../schemas/block.ts'
import { title } from '../../protocol/block-builders.ts'
import { accountHomes, homeOf, type AccountHome } from './account-home.ts'
import { accountById } from './account.store.ts'
import type { AccountTools } from './account-tools.ts'
import { readFlow } from './flow.store.ts'
import { proveAgainMessages } from './prove-again.messages.ts'
import { recoveryCodesLeft } from './recovery-codes.store.ts'
import { codeSchema, secondFactorActions, type Enrolment } from './second-factor.actions.ts'
import { otpauthUri } from './second-factor.codes.ts'
import { secondFactorMessages } from './second-factor.messages.ts'
import { secondFactorOffered } from './second-factor.rules.ts'
import {
  authenticatorPath,
  authenticatorScreen,
  recoveryCodesPath,
  recoveryCodesScreen,
  secondFactorBlocks,
  type SecondFactorActions,
  type SecondFactorState,
} from './second-factor.screens.ts'
import { flowPlace } from './verification.ts'
import { routes } from '../../practice/routes.ts'

const secondFactorRegion = 'account.secondFactor'

/** A code of an authenticator app besides the password: setting it up, new recovery codes, turning it off. */
export function secondFactorPart(tools: AccountTools): RoomPart {
  const actions = secondFactorActions(tools)
  return {
    messages: { ...secondFactorMessages, ...proveAgainMessages },
    forms: [codeSchema],
    actions: Object.values(actions),
    regions: [
      region({
        name: secondFactorRegion,
        about: 'Whether the account of the signed-in person asks for a code besides the password',
        guard: everyoneSignedIn,
        load: async (context) => secondFactorBlocks(await stateOf(tools, context), homeOf(signedIn(context))),
      }),
    ],
    screens: accountHomes.flatMap((home) => screensOf(tools, { home, actions })),
  }
}

interface Screens {
  home: AccountHome
  actions: SecondFactorActions
}

function screensOf(tools: AccountTools, { home, actions }: Screens): ScreenDefinition[] {
  const { begin, enable, newCodes, disable, keepCodes } = actions
  return [
    screen({
      route: home.root + authenticatorPath,
      about: 'An authenticator app: setting it up, new recovery codes, turning it off',
      guard: home.guard,
      rules: { 'authenticator-begin': secondFactorOffered },
      actions: [begin, enable, newCodes, disable].map(({ name }) => name),
      load: async (context) => authenticatorScreen({ state: await begunOr(tools, context), actions, home, codeSchema }),
    }),
    screen({
      route: home.root + recoveryCodesPath,
      about: 'New recovery codes, until their owner has kept them',
      guard: home.guard,
      actions: [keepCodes.name],
      load: async (context) =>
        recoveryCodesScreen({
          codes: await newCodesOf(tools, context),
          practice: practiceName(context),
          home,
          keep: keepCodes,
        }),
    }),
  ]
}

async function stateOf({ db }: AccountTools, context: Context): Promise<SecondFactorState> {
  const person = signedIn(context)
  context.dependsOn(personTopic(person, 'protection'))
  const account = await accountById(db, person.accountId)
  if (account?.totpSecret) return { state: 'on', codesLeft: await recoveryCodesLeft(db, account.id) }
  return { state: 'off', isOffered: secondFactorOffered(context) }
}

/** As far as this browser has come with setting it up. */
async function begunOr(tools: AccountTools, context: Context): Promise<SecondFactorState> {
  const state = await stateOf(tools, context)
  if (state.state !== 'off' || !state.isOffered) return state
  const begun = await enrolmentOf(tools, { context, step: 'begun' })
  if (!begun) return { state: 'off', isOffered: context.show('authenticator-begin', secondFactorOffered) }
  const secret = tools.seal.open(begun.sealed)
  const { login } = signedIn(context)
  return { state: 'begun', secret, uri: otpauthUri({ secret, issuer: practiceName(context), login }) }
}

async function newCodesOf(tools: AccountTools, context: Context): Promise<string[] | undefined> {
  const made = await enrolmentOf(tools, { context, step: 'codes' })
  return made && (JSON.parse(tools.seal.open(made.sealed)) as string[]) // sealed by second-factor.actions.ts
}

/** Another person may have used this browser before. */
async function enrolmentOf(
  { db }: AccountTools,
  { context, step }: { context: Context; step: 'begun' | 'codes' },
): Promise<Enrolment | undefined> {
  const flow = await readFlow<Enrolment>(db, { ...flowPlace(context, 'enrolment'), at: context.now() })
  return flow?.step === step && flow.subject.accountId === signedIn(context).accountId ? flow.subject : undefined
}

/** The section of Settings: where it is offered, and for whoever has it although it is offered no more. */
export async function secondFactorSection({ db }: AccountTools, context: Context): Promise<BlockList> {
  const person = signedIn(context)
  context.dependsOn(personTopic(person, 'protection'))
  const isOffered = context.show('second-factor', secondFactorOffered)
  const isKept = !isOffered && Boolean((await accountById(db, person.accountId))?.totpSecret)
  return isOffered || isKept ? [sectionCalled(isOffered ? 'second-factor' : 'second-factor-kept')] : []
}

function sectionCalled(id: string): BlockList[number] {
  return {
    kind: 'section',
    id,
    title: 'Authenticator app',
    blocks: [{ kind: 'region', id: 'second-factor-state', src: secondFactorRegion, shape: 'lines' }],
  }
}

/** Administrators have no Settings: this screen is theirs. */
export function adminAccountPart(tools: AccountTools): RoomPart {
  const [, home] = accountHomes
  return {
    screens: [
      screen({
        route: home.root,
        about: 'What protects the account of an administrator',
        guard: home.guard,
        rules: { 'second-factor': secondFactorOffered },
        load: async (context) => {
          const section = await secondFactorSection(tools, context)
          return {
            title: home.label,
            width: 'reading',
            back: { label: 'Dashboard', to: routes.adminDashboard },
            blocks: [title(home.label), ...section],
          }
        },
      }),
    ],
  }
}
