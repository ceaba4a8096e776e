import type { BlockList } from '../../schemas/block.ts'
import { phone as phoneWords, text } from '../protocol/block-builders.ts'

/** The text of the privacy dialog and page, with the practice's name and phone number (specification 1 §2). */
export function privacyWords({ practice, phone }: { practice: string; phone: string }): BlockList {
  const call = phone ? [{ text: ' at ' }, phoneWords(phone)] : []
  return [
    text(
      'privacy-what',
      `This portal shows you records that ${practice} keeps about you. It sends them only to your own browser, over an encrypted connection, and keeps no copy there when you sign out.`,
    ),
    text(
      'privacy-cookies',
      'It sets cookies only for your account: one keeps you signed in and ends with your session, others remember a step that you have begun, for two hours at most, and that you have signed in with this browser before, for half a year. They follow you to no other site. There is no advertising and no tracking.',
    ),
    text('privacy-call', [
      { text: `If you have questions about your privacy, call ${practice}` },
      ...call,
      { text: '.' },
    ]),
  ]
}
