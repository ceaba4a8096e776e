import { partOffered, writingOffered } from '../../practice/offered.ts'
import type { Guarded } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { Reads, Rule } from '../../protocol/trace.ts'
import { mailSettings } from './mail.settings.ts'
import type { Way } from './mail.rules.ts'

export interface MailWay {
  /** Begins the names of its actions. */
  name: string
  /** Its name among the ways to write (specification 2 §2.7). */
  part: string
  /** For whom it is. */
  text: string
  /** The heading of its page. */
  title: string
  offered: Rule
}

/** Where nothing can be written to the office, nothing is written to others (specification 2 §4.4). */
export const mailWays: Record<Way, MailWay> = {
  simple: {
    name: 'simpleMail',
    part: 'Via Simple E-mail',
    text: 'To any email address. Others may read it on its way.',
    title: 'Simple email',
    offered: function simpleMailOffered(reads: Reads) {
      return writingOffered(reads) && reads.setting(mailSettings.Portal_Simple_Mail)
    },
  },
  direct: {
    name: 'directMail',
    part: 'Via Direct E-Mail',
    text: 'To a provider of health care who has a Direct address.',
    title: 'Direct email',
    offered: function directMailOffered(reads: Reads) {
      return writingOffered(reads) && reads.setting(mailSettings.Portal_Direct_Mail)
    },
  },
  secure: {
    name: 'secureMail',
    part: 'Via Secure E-mail',
    text: 'To any email address. Its reader needs a code to open it.',
    title: 'Secure email',
    offered: function secureMailOffered(reads: Reads) {
      return writingOffered(reads) && reads.setting(mailSettings.Portal_Secure_Mail)
    },
  },
}

/** Writing in one of the ways. */
export function guardedWay(way: Way): Guarded {
  const { title, offered } = mailWays[way]
  return { guard: patientsAndGuardians, offered, off: { what: title, outcome: 'Nothing was sent.' } }
}

/** Attaching visit records, which a guardian of messages alone does not see. */
export function recordsAttachable(reads: Reads): boolean {
  return partOffered(reads, 'myRecords')
}

const messagesOffered = (reads: Reads): boolean => partOffered(reads, 'messages')
/** What was sent stays readable when a way is switched off. */
export const guarded = {
  guard: patientsAndGuardians,
  offered: messagesOffered,
  off: { what: 'Messages', outcome: 'Nothing was sent.' },
} as const satisfies Guarded
