import type { BlockOf } from '../../schemas/blocks.ts'
import { phone } from '../protocol/block-builders.ts'

interface Questions {
  /** `a document`, `this result` */
  about: string
  /** Where a message is written or read. */
  to: string
  /** The phone number of the office. */
  office: string
}

/** Where to ask, for screens of records; only if messages are offered (specification 2 §6). */
export function questionsNotice({ about, to, office }: Questions): BlockOf<'notice'> {
  const { text: number, href } = phone(office)
  const call = href === undefined ? [] : [{ text: ' or call ' }, { text: number, href }]
  return {
    kind: 'notice',
    id: 'questions',
    tone: 'info',
    text: [{ text: `Questions about ${about}? ` }, { text: 'Send us a message', href: to }, ...call, { text: '.' }],
  }
}
