import Type from 'typebox'
import { closed } from '../../schemas/base.ts'
import { practiceName } from '../licensees/practice-name.ts'
import type { OutboxMessage } from '../outbox/outbox.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { Failure, InvalidInput } from '../protocol/failure.ts'
import { sendKey, sendsPerPerson } from './account-limits.ts'
import type { AccountServices } from './account-services.ts'
import { dropCode, putCode, readFlow, tryCode, type FlowPlace, type FlowPurpose } from './flow.store.ts'
import { codeEmail } from './identity.emails.ts'
import {
  makeCode,
  maskedText,
  triesText,
  typedCode,
  contactEntries,
  type Contacts,
  type ContactKind,
} from './verification.rules.ts'

const sendsPerAddress = { tries: 40, seconds: 3600 }

/** The input of an action that takes a code. Blanks are allowed, because people paste them. */
export function codeInput(digits: number) {
  const code = Type.String({ minLength: digits, maxLength: 40, pattern: '^(?:[\\s\\p{Pd}]*\\d)+[\\s\\p{Pd}]*$' })
  return closed({ code })
}

/** The same input as the form checks it, whose field removes blanks. The feature must list it in its `forms`. */
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

export interface CodeRequest {
  purpose: FlowPurpose
  digits: number
  /** All of these get the same code. */
  to: Contacts
  /** Identifies the person, so that all codes of one person count together. */
  person: string
}

/**
 * Replaces the code of this browser's flow by a new one and sends it. Returns the contact that it could not be sent to
 * when another one worked. Throws the Failures `verification.unsent` when none did, `verification.sends` and
 * `request.tooMany`; no code is valid then.
 */
export async function sendCode(
  { db, outbox }: Pick<AccountServices, 'db' | 'outbox'>,
  context: ActionContext,
  { purpose, digits, to, person }: CodeRequest,
): Promise<ContactKind | undefined> {
  const place = flowPlace(context, purpose)
  await takeSend(context, person)
  const code = makeCode(digits)
  if (!(await putCode(db, { ...place, code, at: context.now() })))
    throw new Failure('verification.sends', { status: 429 })
  const { licenseeId } = place
  const practice = practiceName(context)
  const tries = contactEntries(to).map(async ([kind, contact]) => {
    const message: OutboxMessage =
      kind === 'email'
        ? codeEmail({ licenseeId, to: contact, practice, code })
        : { licenseeId, to: contact, channel: 'sms', text: codeText(practice, code) }
    const isSent = await outbox.sendAtOnce(message)
    return isSent ? [] : [kind]
  })
  const unsent = (await Promise.all(tries)).flat()
  const isSent = unsent.length < tries.length
  context.trace.transmitted = { to: maskedText(to, ', '), status: isSent ? 'sent' : 'not sent' }
  if (isSent) return unsent[0]
  await dropCode(db, place)
  throw new Failure('verification.unsent', { status: 503 })
}

async function takeSend(context: ActionContext, person: string): Promise<void> {
  await context.takeTry(`codes:from:${context.client.network}`, sendsPerAddress)
  for (const limit of sendsPerPerson) await context.takeTry(sendKey(person), limit)
}

function codeText(practice: string, code: string): string {
  return `${practice}: your verification code is ${code}. It works for two minutes. Never share it with anyone.`
}

/**
 * Checks a typed code. Returns true for the right code, once; false when no code is valid any longer. A wrong one
 * throws the Failure `verification.wrong`, which clears the field (specification 1 §4).
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
