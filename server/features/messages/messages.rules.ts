import { createHash } from 'node:crypto'
import escapeHtml from 'escape-html'
import type { Emr } from '../../gateways/emr/emr.ts'

/** Specification 2 §9. */
export const sizes = [5, 10, 15, 20] as const
export const mostSubject = 200
export const mostBody = 10_000
/** As many as a record server takes with one message. */
export const mostFiles = 5

export type Box = 'inbox' | 'sent'

export function boxOf(box: string | undefined): Box {
  return box === 'sent' ? 'sent' : 'inbox'
}

type Recipients = Awaited<ReturnType<Emr['messageRecipients']>>
export type Recipient = Recipients['groups'][number]

/** Physicians and groups have numbers of their own: `p12` and `g12` are two recipients. */
export function recipientKey({ id, isGroup }: Pick<Recipient, 'id' | 'isGroup'>): string {
  return `${isGroup ? 'g' : 'p'}${id}`
}

/** Returns undefined for a recipient who is not offered. */
export function recipientOf({ physicians, groups }: Recipients, key: string): Recipient | undefined {
  return [...physicians, ...groups].find((each) => recipientKey(each) === key)
}

/** Line breaks become HTML breaks (specification 2 §5). */
export function htmlOf(text: string): string {
  return `<p>${escapeHtml(text.trim()).replace(/\r\n|\r|\n/g, '<br>')}</p>`
}

/** A reply keeps the subject, with one `Re:` in front of it. */
export function replySubject(subject: string): string {
  return (/^re:/i.test(subject) ? subject : `Re: ${subject}`).slice(0, mostSubject)
}

/**
 * The portal's own id of what is sent: sending the same again after a lost answer adds no second message, and a changed
 * text is a message of its own. `draft` is the id of the form.
 */
export function sendKey(sent: { by: number; draft: string; content: object }): string {
  const { by, draft, content } = sent
  return createHash('sha256')
    .update(JSON.stringify([by, draft, content]))
    .digest('hex')
    .slice(0, 40)
}
