import type { Context } from './context.ts'
import type { ActionContext, ActionDefinition, Named } from './definitions.ts'
import { Failure } from './failure.ts'
import type { Limit } from './limiter.ts'
import type { Portal } from './portal.ts'
import { waitText } from './time-words.ts'

/** An action or upload that counts attempts. */
interface Limited {
  definition: Pick<ActionDefinition, 'name' | 'limit'>
  context: ActionContext
  input: unknown
}

/** Counts an attempt of this address. Throws the Failure `request.tooMany` over the limit. */
export async function limitAddress(portal: Portal, { definition, context }: Omit<Limited, 'input'>): Promise<void> {
  const { perAddress = 300 } = definition.limit ?? {}
  await take(portal, `${nameIn(context, definition)}:address:${context.client.network}`, { tries: perAddress })
}

/**
 * Reads the identity from checked input only. Attempts against one identity are counted in three groups: those of one
 * address, those of all browsers that do not know the identity, and those of all that do. So attacks from other places
 * are slowed down, while its owner can still sign in from another address or from a browser in which it was proven
 * before.
 */
export async function limitIdentity(portal: Portal, { definition, context, input }: Limited): Promise<void> {
  const { identity, ...limit } = definition.limit ?? {}
  if (!identity) return
  const who = identity(input as never) // checked against definition.input before
  const { network, knows } = context.client
  const place = { licenseeId: context.licensee.id, name: definition.name, limit }
  const group = knows(who) ? 'known' : 'strange'
  for (const counted of identityCounts(place, { who, group, network })) await take(portal, counted.key, counted.limit)
}

/** Attempts that are counted together. */
export interface Counted {
  key: string
  limit: Limit
}

type IdentityLimit = Pick<
  NonNullable<ActionDefinition['limit']>,
  'perIdentity' | 'perIdentityAnywhere' | 'identitySeconds'
>

/** Returns the counts of attempts at an action against one identity: those of one network, and those of its group. */
export function identityCounts(
  { licenseeId, name, limit }: { licenseeId: string; name: string; limit: IdentityLimit },
  { who, group, network }: { who: string; group: 'known' | 'strange'; network: string },
): [Counted, Counted] {
  const { perIdentity = 10, perIdentityAnywhere = perIdentity * 3, identitySeconds: seconds } = limit
  const key = `${licenseeId}:${name}:who:${who}:${group}`
  return [
    { key: `${key}:${network}`, limit: { tries: perIdentity, seconds } },
    { key, limit: { tries: perIdentityAnywhere, seconds } },
  ]
}

/** Returns the count that `takeTry` of an action takes. */
export function tryCount(licenseeId: string, name: string, limit: Limit): Counted {
  return { key: `${licenseeId}:${name}`, limit }
}

/** For one person (security.md, Limits). */
const filesAMinute = 30

/** Of pieces of files. */
const piecesAMinute = 600
/** A viewer fetches a long document in pieces while a person reads it; those of this time are one reading. */
const readingSeconds = 15 * 60

interface RequestedFile {
  /** Of the file and its id. */
  name: string
  isPiece: boolean
}

/**
 * Counts a file; its pieces count once in a minute. Throws the Failure `request.tooMany` over the limits of the person.
 */
export async function limitFile(portal: Portal, context: Context, { name, isPiece }: RequestedFile): Promise<void> {
  const reader = readerOf(context)
  if (isPiece) await take(portal, `pieces:${reader}`, { tries: piecesAMinute })
  const isCounted = (await portal.limiter.take(`counted:${reader}:${name}`, { tries: 1 })) > 0
  if (!isPiece || !isCounted) await take(portal, `files:${reader}`, { tries: filesAMinute })
}

/** Whether a person who was sent a file, or a piece of it, was sent one of the same file a short time ago. */
export async function isBeingRead(
  portal: Portal,
  context: Context,
  { name }: Pick<RequestedFile, 'name'>,
): Promise<boolean> {
  const seconds = await portal.limiter.take(`reading:${readerOf(context)}:${name}`, {
    tries: 1,
    seconds: readingSeconds,
  })
  return seconds > 0
}

/** Whose files are counted together. Guests of one patient also by address, so that none uses up the files of another. */
export function readerOf({ licensee, principal, client: { network } }: Context): string {
  if (!principal) return `${licensee.id}:address:${network}`
  return 'accountId' in principal
    ? `${licensee.id}:account:${principal.accountId}`
    : `${licensee.id}:guest:${principal.patient.id}:${network}`
}

/** Counts an attempt. Throws the Failure `request.tooMany` over the limit. */
export async function take({ limiter }: Pick<Portal, 'limiter'>, key: string, limit: Limit): Promise<void> {
  const seconds = roundedUp(await limiter.take(key, limit))
  if (seconds > 0)
    throw new Failure('request.tooMany', {
      status: 429,
      params: { wait: waitText(seconds) },
      retryAfterSeconds: seconds,
    })
}

/**
 * To tens of seconds, five minutes or hours: who uses up the tries of somebody else does not learn the second at
 * which they come back.
 */
function roundedUp(seconds: number): number {
  const step = seconds <= 60 ? 10 : seconds <= 3600 ? 300 : 3600
  return Math.ceil(seconds / step) * step
}

function nameIn({ licensee }: ActionContext, { name }: Named): string {
  return `${licensee.id}:${name}`
}

/** Counts an attempt of `takeTry`, and returns whether it is within the limit instead of throwing. */
export async function isWithin(
  { takeTry }: Pick<ActionContext, 'takeTry'>,
  key: string,
  limit: Limit,
): Promise<boolean> {
  try {
    await takeTry(key, limit)
    return true
  } catch (error) {
    if (isTooMany(error)) return false
    throw error
  }
}

export function isTooMany(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'request.tooMany'
}
