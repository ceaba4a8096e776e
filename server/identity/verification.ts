import { createHash } from 'node:crypto'
import Type from 'typebox'
import { closed } from '../../schemas/base.ts'
import { practiceName } from '../licensees/practice-name.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { Failure, InvalidInput } from '../protocol/failure.ts'
import type { AccountServices } from './account-services.ts'
import { dropCode, putCode, readFlow, tryCode, type FlowPlace, type FlowPurpose } from './flow.store.ts'
import { makeCode, maskedText, triesText, typedCode, waysOf, type Contacts, type Way } from './verification.rules.ts'

/**
 * security.md, codes: limited sends per flow (see flow.store), person and address. With five tries each, a stranger who
 * knows whom to ask for guesses a code of four digits with a chance of 1 % a week, and one of six of 0.01 %.
 */
const sendsPerPerson = [
  { tries: 6, seconds: 3600 },
  { tries: 12, seconds: 24 * 3600 },
  { tries: 20, seconds: 7 * 24 * 3600 },
]
const sendsPerAddress = { tries: 40, seconds: 3600 }

/** The input of an action that takes a code; people paste it with blanks. */
export function codeInput(digits: number) {
  const code = Type.String({ minLength: digits, maxLength: 40, pattern: '^(?:[\\s\\p{Pd}]*\\d)+[\\s\\p{Pd}]*$' })
  return closed({ code })
}

/** The same as the form checks it, whose field leaves out blanks by itself; goes among the `forms` of the part. */
export function codeForm(digits: number) {
  const code = Type.String({ minLength: digits, maxLength: digits, pattern: '^\\d+$' })
  return closed({ code })
}

export const codeCodes = {
  '/code': {
    required: 'verification.required',
    minLength: 'verification.digits',
    maxLength: 'verification.digits',
    pattern: 'verification.numeric',
  },
}

export function flowPlace(
  { licensee, client }: Pick<ActionContext, 'licensee' | 'client'>,
  purpose: FlowPurpose,
): FlowPlace {
  return { licenseeId: licensee.id, purpose, id: client.flowId(purpose) }
}

export interface CodeWish {
  purpose: FlowPurpose
  digits: number
  /** All of these get the same code. */
  to: Contacts
  /** Names whom the code is for, so that all codes of one person count together. */
  person: string
}

/**
 * Makes a code for the way that this browser is on, instead of the one before, and sends it. Answers where it could not
 * go when another way worked. Throws the Failures `verification.unsent` when none did, `verification.sends` and
 * `request.tooMany`; no code counts then.
 */
export async function sendCode(
  { db, outbox }: Pick<AccountServices, 'db' | 'outbox'>,
  context: ActionContext,
  { purpose, digits, to, person }: CodeWish,
): Promise<Way | undefined> {
  const place = flowPlace(context, purpose)
  await takeSend(context, person)
  const code = makeCode(digits)
  if (!(await putCode(db, { ...place, code, at: context.now() })))
    throw new Failure('verification.sends', { status: 429 })
  const letter = letterOf(practiceName(context), code)
  const tries = waysOf(to).map(async ([way, contact]) => {
    const channel = way === 'email' ? 'mail' : 'sms'
    const isSent = await outbox.sendAtOnce({ ...letter, licenseeId: place.licenseeId, channel, to: contact })
    return isSent ? [] : [way]
  })
  const unsent = (await Promise.all(tries)).flat()
  const isSent = unsent.length < tries.length
  context.trace.transmitted = { to: maskedText(to, ', '), status: isSent ? 'sent' : 'not sent' }
  if (isSent) return unsent[0]
  await dropCode(db, place)
  throw new Failure('verification.unsent', { status: 503 })
}

async function takeSend(context: ActionContext, person: string): Promise<void> {
  const who = createHash('sha256').update(person).digest('base64url')
  await context.takeTry(`codes:from:${context.client.network}`, sendsPerAddress)
  for (const limit of sendsPerPerson) await context.takeTry(`codes:for:${who}`, limit)
}

function letterOf(practice: string, code: string): { subject: string; text: string } {
  return {
    subject: 'Your verification code',
    text: `${practice}: your verification code is ${code}. It counts for two minutes. Never share it with anybody.`,
  }
}

/**
 * Tries what a person typed. True when it is the code, once; false when no code counts any more. A wrong one is the
 * Failure `verification.wrong`, which clears the field (specification 1 §4).
 */
export async function isCode(
  { db }: Pick<AccountServices, 'db'>,
  context: ActionContext,
  { purpose, digits, typed }: { purpose: FlowPurpose; digits: number; typed: string },
): Promise<boolean> {
  const place = flowPlace(context, purpose)
  const code = typedCode(typed)
  if (code.length !== digits)
    throw new InvalidInput([{ pointer: '/code', code: 'verification.digits', params: { limit: digits } }])
  const at = context.now()
  const outcome = await tryCode(db, { ...place, code, at })
  if (outcome !== 'wrong') return outcome === 'right'
  const left = (await readFlow(db, { ...place, at }))?.code?.triesLeft ?? 0
  if (left === 0) return false
  throw new Failure('verification.wrong', { pointer: '/code', clear: true, params: { left: triesText(left) } })
}
