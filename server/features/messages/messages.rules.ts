import { htmlOf } from '../../practice/written-form.ts'
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

/** What the office gets of a text (specification 2 §5). */
export function bodyHtml(text: string): string {
  return htmlOf(text.trim())
}

/** A reply keeps the subject, with one `Re:` in front of it. */
export function replySubject(subject: string): string {
  return (/^re:/i.test(subject) ? subject : `Re: ${subject}`).slice(0, mostSubject)
}
