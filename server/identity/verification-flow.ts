import type { TObject } from 'typebox'
import { closed } from '../../schemas/base.ts'
import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Effect } from '../../schemas/effect.ts'
import { action, type ActionContext, type ActionDefinition, type ScreenBody } from '../protocol/definitions.ts'
import { Failure, InvalidInput } from '../protocol/failure.ts'
import { anyone } from '../protocol/guard.ts'
import type { AccountServices } from './account-services.ts'
import { advanceFlow, dropCode, type Flow, type FlowPurpose } from './flow.store.ts'
import { startFlow } from './start-flow.ts'
import { ChosenContacts, chosenOf, endsNow, hasContact, type Contacts, type ContactKind } from './verification.rules.ts'
import { choiceForm, codeBlocks } from './verification.screens.ts'
import { codeCodes, codeForm, codeInput, flowPlace, isCode, sendCode } from './verification.ts'

/** The contacts in the subject of a flow with a code. */
export interface CodeContacts {
  /** The contacts on record that this portal can send to. */
  contacts: Contacts
  /** The contacts that the last code was sent to; undefined before the first. */
  sentTo?: Contacts
  /** The contact that the code could not be sent to. */
  unsent?: ContactKind
}

type Described = Pick<ActionDefinition, 'name' | 'about'>

/** Options of a flow that verifies the contacts on record of a person who is not signed in. */
export interface VerificationOptions<S extends CodeContacts> {
  purpose: FlowPurpose
  digits: number
  /** The route of the screen with the choice and the entry. */
  route: string
  send: Described & Pick<ActionDefinition, 'limit'>
  resend: Described & Pick<ActionDefinition, 'limit'>
  ended: Described
  verify: Described & Pick<ActionDefinition, 'repeatable'>
  /** Returns this browser's flow at the step where a code is sent or entered. Throws a Failure when there is none. */
  flowAt(context: ActionContext, step: 'choose' | 'code'): Promise<Flow<S>>
  /** Returns the error for a flow that has ended or moved to another step. */
  isOver(context: ActionContext): Promise<Failure> | Failure
  /** Identifies the person, so that all codes of one person count together. */
  person(subject: S): string
  /** The effect that shows the entry after a code was sent. */
  toEntry: Effect
  /** Returns the current screen. */
  fresh(context: ActionContext): Promise<ScreenBody>
  /** Called after the right code. */
  verified(context: ActionContext, flow: Flow<S>): Promise<Effect[]>
}

/** The actions that the blocks call. */
interface VerificationActions {
  send: ActionDefinition
  resend: ActionDefinition
  ended: ActionDefinition
  verify: ActionDefinition
}

export interface VerificationFlow<S extends CodeContacts> {
  actions: VerificationActions
  /** The schema of the entry form; the feature must list it in its `forms`. */
  codeSchema: TObject
  /** The form that chooses the contacts for the code. */
  choice(id: string, subject: S): BlockOf<'form'>
  entry(flow: Flow<S>, at: Date): BlockList
  /** Starts the flow in this browser and sends the code to all contacts, where there is nothing to choose. */
  begin(context: ActionContext, subject: S): Promise<void>
}

type Sending = Pick<AccountServices, 'db' | 'outbox'>

const nothing = closed({})

/**
 * Verification by a code sent to the e-mail address or phone on record (specification 1 §4): its actions and blocks.
 */
export function verificationFlow<S extends CodeContacts>(
  services: Sending,
  options: VerificationOptions<S>,
): VerificationFlow<S> {
  const { digits } = options
  const codeSchema = codeForm(digits)
  const actions: VerificationActions = {
    send: sendAction(services, options),
    resend: resendAction(services, options),
    ended: endedAction(services, options),
    verify: verifyAction(services, options),
  }
  const { send, ...entered } = actions
  return {
    actions,
    codeSchema,
    begin: async (context, subject) => {
      const id = await startFlow(services, context, { purpose: options.purpose, step: 'choose', subject })
      await sendTo(services, context, { options, flow: { id, step: 'choose', subject }, to: subject.contacts })
    },
    choice: (id, { contacts }) => choiceForm({ id, action: send, contacts }),
    entry: ({ code, subject: { sentTo = {}, unsent } }, at) =>
      codeBlocks({ sentTo, unsent, code, at, digits, schema: codeSchema, ...entered }),
  }
}

function sendAction<S extends CodeContacts>(services: Sending, options: VerificationOptions<S>): ActionDefinition {
  return action({
    ...options.send,
    ofAccount: true,
    guard: anyone,
    input: ChosenContacts,
    run: async (context, chosen) => {
      const flow = await options.flowAt(context, 'choose')
      const { contacts } = flow.subject
      const to = chosenOf(contacts, chosen)
      if (!hasContact(to)) {
        const pointer = contacts.email === undefined ? '/byPhone' : '/byEmail'
        throw new InvalidInput([{ pointer, code: 'verification.choose' }])
      }
      await sendTo(services, context, { options, flow, to })
      return [options.toEntry, { type: 'notify', tone: 'success', text: 'Code sent successfully!' }]
    },
  })
}

function resendAction<S extends CodeContacts>(services: Sending, options: VerificationOptions<S>): ActionDefinition {
  return action({
    ...options.resend,
    ofAccount: true,
    guard: anyone,
    input: nothing,
    run: async (context) => {
      const flow = await options.flowAt(context, 'code')
      const { sentTo: to } = flow.subject
      if (!to) throw await options.isOver(context)
      await sendTo(services, context, { options, flow, to })
      return [options.toEntry, { type: 'notify', tone: 'success', text: 'Code re-sent successfully!' }]
    },
  })
}

/** Advances the flow only after the code was sent, so that a failed send leaves the flow unchanged. */
async function sendTo<S extends CodeContacts>(
  services: Sending,
  context: ActionContext,
  { options, flow, to }: { options: VerificationOptions<S>; flow: Flow<S>; to: Contacts },
): Promise<void> {
  const { purpose, digits } = options
  const { unsent: _before, ...rest } = flow.subject
  const unsent = await sendCode(services, context, { purpose, digits, to, person: options.person(flow.subject) })
  const subject = { ...rest, sentTo: to, ...(unsent ? { unsent } : {}) }
  const move = { ...flowPlace(context, purpose), from: flow.step, to: 'code', subject, keepsCode: true }
  if (!(await advanceFlow(services.db, move))) throw await options.isOver(context)
}

/** Called when the browser's countdown reaches zero; its clock and the server's differ slightly. */
function endedAction<S extends CodeContacts>({ db }: Sending, options: VerificationOptions<S>): ActionDefinition {
  return action({
    ...options.ended,
    ofAccount: true,
    guard: anyone,
    repeatable: true,
    input: nothing,
    run: async (context) => {
      const { code } = await options.flowAt(context, 'code')
      if (endsNow(code, context.now())) await dropCode(db, flowPlace(context, options.purpose))
      return [{ type: 'refresh', what: 'screen' }]
    },
  })
}

function verifyAction<S extends CodeContacts>(services: Sending, options: VerificationOptions<S>): ActionDefinition {
  const { purpose, digits, route } = options
  return action({
    ...options.verify,
    ofAccount: true,
    guard: anyone,
    limit: { perAddress: 60 },
    codes: codeCodes,
    input: codeInput(digits),
    run: async (context, { code: typed }) => {
      const flow = await options.flowAt(context, 'code')
      if (await isCode(services, context, { purpose, digits, typed })) return options.verified(context, flow)
      const screen = await options.fresh(context)
      const place = { route, topics: [...context.trace.topics] }
      throw new Failure('verification.over', { status: 409, screen, place })
    },
  })
}
