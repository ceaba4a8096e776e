import type { Effect } from '../../schemas/effect.ts'
import { admit } from './admit.ts'
import { checkContract } from './contract-check.ts'
import type { ActionContext, IncomingFile, UploadDefinition } from './definitions.ts'
import { checkInput } from './input-check.ts'
import type { Portal } from './portal.ts'
import { keyIn, limitAddress, limitIdentity, noted, noteRepeat } from './run-action.ts'
import { once } from './run-once.ts'

export interface Received {
  fields: Record<string, string>
  file: IncomingFile
  /** Reads no further. */
  stop(): void
}

export interface UploadRequest {
  definition: UploadDefinition
  context: ActionContext
  /** The Idempotency-Key header. */
  key: string | undefined
  /** Whose key it is. */
  owner: string
  /** Reads up to the first byte of the file; nothing is read for whom the guard refuses. */
  receive(): Promise<Received>
}

/** Takes a file in once for each key and answers effects; either way it is noted. Throws a Failure or InvalidInput. */
export async function runUpload(portal: Portal, request: UploadRequest): Promise<Effect[]> {
  const { definition, context } = request
  return noted(portal, { context, event: `upload:${definition.name}`, run: () => runAdmitted(portal, request) })
}

async function runAdmitted(portal: Portal, request: UploadRequest): Promise<Effect[]> {
  const { definition, context } = request
  admit(context, definition)
  const key = keyIn(request)
  await limitAddress(portal, { definition, context })
  const received = await request.receive()
  try {
    return await runReceived(portal, { ...request, key }, received)
  } finally {
    received.stop()
  }
}

async function runReceived(
  portal: Portal,
  request: UploadRequest & { key: string },
  received: Received,
): Promise<Effect[]> {
  const { definition, context, owner, key } = request
  const { fields, file } = received
  checkInput(definition.input, { value: fields, codes: definition.codes })
  await limitIdentity(portal, { definition, context, input: fields })
  return once(portal, {
    id: { owner, key },
    action: `upload:${definition.name}`,
    // Its bytes are not known yet: the same name with the same words is the same file.
    input: [fields, file.fileName],
    run: () => takeIn(portal, request, received),
    repeated: () => noteRepeat(context),
  })
}

async function takeIn(
  portal: Portal,
  { definition, context }: UploadRequest,
  { fields, file }: Received,
): Promise<Effect[]> {
  const effects = await definition.run(context, fields, file)
  if (!file.stream.readableEnded) throw new Error(`${definition.name} did not read its file to the end`)
  if (portal.checksAnswers) checkContract('Effects', { effects })
  return effects
}
