import type { Effect } from '../../schemas/effect.ts'
import { admitToAct } from './admit.ts'
import { hashedFile } from './hashed-file.ts'
import { checkIdentity } from './identity.ts'
import { namePatient } from './name-patient.ts'
import { noteAccess, outcomeOf } from './audit.ts'
import { checkCalls } from './calls-check.ts'
import { checkContract } from './contract-check.ts'
import type { ActionContext, ActionDefinition, IncomingFile, UploadDefinition } from './definitions.ts'
import { Failure } from './failure.ts'
import { anyone } from './guard.ts'
import { checkInput, withoutHidden } from './input-check.ts'
import { limitAddress, limitIdentity } from './limits.ts'
import { runSteps, type Step } from './pipeline.ts'
import type { Portal } from './portal.ts'
import { once, type OneRun } from './run-once.ts'
import { dayOf } from './time-words.ts'

/** An action or upload request during its steps. */
interface Act<D extends ActionDefinition | UploadDefinition> {
  portal: Portal
  definition: D
  context: ActionContext
  /** `action:feature.act` or `upload:feature.act`, for the audit log. */
  event: string
  /** The input as the client sent it; for an upload the fields before its file. */
  input: unknown
  /** The Idempotency-Key header. */
  key: string | undefined
  /** The owner of the key. */
  owner: string
  /** The result. */
  effects: Effect[]
}

type ActionAct = Act<ActionDefinition>

interface UploadAct extends Act<UploadDefinition> {
  receive: () => Promise<Received>
  received?: Received
  hashFile?: () => Promise<string>
}

/** A file whose transfer has begun. */
export interface Received {
  fields: Record<string, string>
  file: IncomingFile
  /** Stops reading. */
  stop(): void
}

/** The steps of every action, from top to bottom (ARCHITECTURE.md, One request). */
const actionSteps: readonly Step<ActionAct>[] = [
  audited,
  identityChecked,
  admitted,
  withKey,
  dropHidden,
  addressLimited,
  inputChecked,
  identityLimited,
  onceForItsKey,
  actionRun,
  patientNamed,
  effectsChecked,
]

/** The same with a file. Nothing of the file is read if the request is refused; its key covers its bytes. */
const uploadSteps: readonly Step<UploadAct>[] = [
  audited,
  identityChecked,
  admitted,
  withKey,
  addressLimited,
  fileReceived,
  inputChecked,
  identityLimited,
  onceForItsFile,
  uploadRun,
  patientNamed,
  effectsChecked,
]

type ActionRequest = Pick<ActionAct, 'definition' | 'context' | 'input' | 'key' | 'owner'>

/** Runs an action once per key and returns its effects; every request is audited. Throws a Failure or InvalidInput. */
export async function runAction(portal: Portal, request: ActionRequest): Promise<Effect[]> {
  const act: ActionAct = { ...request, portal, event: `action:${request.definition.name}`, effects: [] }
  await runSteps(actionSteps, act)
  return act.effects
}

/** `receive` reads up to the first byte of the file. */
export type UploadRequest = Pick<UploadAct, 'definition' | 'context' | 'key' | 'owner' | 'receive'>

/** Accepts a file once per key and returns effects; every request is audited. Throws a Failure or InvalidInput. */
export async function runUpload(portal: Portal, request: UploadRequest): Promise<Effect[]> {
  const event = `upload:${request.definition.name}`
  const act: UploadAct = { ...request, portal, event, input: undefined, effects: [] }
  await runSteps(uploadSteps, act)
  return act.effects
}

type AnyAct = Act<ActionDefinition | UploadDefinition>

/** Audits a request with its outcome, whatever it is. */
async function audited({ portal, context, event }: AnyAct, next: () => Promise<void>): Promise<void> {
  context.trace.event = event
  try {
    await next()
  } catch (error) {
    await noteAccess(portal, context, { event, outcome: outcomeOf(portal, error) })
    throw error
  }
  await noteAccess(portal, context, { event, outcome: context.trace.outcome ?? 'ok' })
  const { publishedOnceNoted: topics } = context.trace
  if (topics.size > 0) context.publish([...topics])
}

/** What a page was drawn for one patient is never done for another. */
async function identityChecked({ portal, context, definition }: AnyAct, next: () => Promise<void>): Promise<void> {
  const isOfAccount = 'ofAccount' in definition && definition.ofAccount === true
  // A person who signs in or out has no session yet, or no longer.
  if (!isOfAccount || definition.guard !== anyone) checkIdentity(portal, context, isOfAccount ? 'account' : 'act')
  await next()
}

async function patientNamed(act: AnyAct, next: () => Promise<void>): Promise<void> {
  act.effects = namePatient(act.effects, act)
  await next()
}

async function admitted({ context, definition }: AnyAct, next: () => Promise<void>): Promise<void> {
  admitToAct(context, definition)
  await next()
}

/** Required for repeatable actions too: a client that forgets the key in one place forgets it everywhere. */
async function withKey(act: AnyAct, next: () => Promise<void>): Promise<void> {
  keyIn(act)
  await next()
}

/** Returns the key of a request. Throws the Failure `request.key` if there is none. */
export function keyIn({ key }: { key: string | undefined }): string {
  if (!key || !/^[\w-]{8,64}$/.test(key)) throw new Failure('request.key', { status: 400 })
  return key
}

async function dropHidden(act: ActionAct, next: () => Promise<void>): Promise<void> {
  act.input = withoutHidden(act.input, act.definition.visible ?? {})
  await next()
}

async function addressLimited(act: AnyAct, next: () => Promise<void>): Promise<void> {
  await limitAddress(act.portal, act)
  await next()
}

async function fileReceived(act: UploadAct, next: () => Promise<void>): Promise<void> {
  const received = await act.receive()
  const { stream, hash } = hashedFile(received.file.stream)
  act.received = { ...received, file: { ...received.file, stream } }
  act.hashFile = hash
  act.input = received.fields
  try {
    await next()
  } finally {
    stream.destroy()
    received.stop()
  }
}

async function inputChecked({ definition, input, context }: AnyAct, next: () => Promise<void>): Promise<void> {
  const days = 'upToToday' in definition ? definition.upToToday : undefined
  checkInput(definition.input, {
    value: input,
    codes: definition.codes,
    ...(days ? { notAfter: { days, today: dayOf(context.now(), context.licensee.timeZone) } } : {}),
  })
  await next()
}

async function identityLimited(act: AnyAct, next: () => Promise<void>): Promise<void> {
  await limitIdentity(act.portal, act)
  await next()
}

async function onceForItsKey(act: ActionAct, next: () => Promise<void>): Promise<void> {
  const { definition, input } = act
  if (definition.repeatable) return next()
  await runOnce(act, { action: definition.name, input, next })
}

/** Of a file that comes again, all bytes are read before the response: they must be the same. */
async function onceForItsFile(act: UploadAct, next: () => Promise<void>): Promise<void> {
  const { definition, received, hashFile } = act
  const input = [received?.fields, received?.file.fileName]
  await runOnce(act, { action: `upload:${definition.name}`, input, ...(hashFile ? { hashFile } : {}), next })
}

/** Audits the first request with its outcome and the others as repeated. */
async function runOnce(
  act: AnyAct,
  { next, ...what }: Pick<OneRun, 'action' | 'input' | 'hashFile'> & { next: () => Promise<void> },
): Promise<void> {
  act.effects = await once(act.portal, {
    id: { owner: act.owner, key: keyIn(act) },
    ...what,
    run: async () => {
      await next()
      return act.effects
    },
    repeated: () => (act.context.trace.outcome = 'repeated'),
  })
}

async function actionRun(act: ActionAct, next: () => Promise<void>): Promise<void> {
  act.effects = await act.definition.run(act.context, act.input as never) // checked against definition.input above
  await next()
}

async function uploadRun(act: UploadAct, next: () => Promise<void>): Promise<void> {
  const { definition, context, received } = act
  if (!received) throw new Error('no file was received')
  act.effects = await definition.run(context, received.fields, received.file)
  if (!received.file.stream.readableEnded) throw new Error(`${definition.name} did not read its file to the end`)
  await next()
}

async function effectsChecked({ portal, effects, definition }: AnyAct, next: () => Promise<void>): Promise<void> {
  if (portal.checksAnswers) {
    checkContract('Effects', { effects })
    checkCalls(effects, { ...definition, what: `the answer of ${definition.name}` })
  }
  await next()
}
