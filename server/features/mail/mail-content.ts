import type { Services } from '../../services.ts'
import { topicOfPatient } from '../../practice/patient-topics.ts'
import type { ActingPrincipal, PatientKey } from '../../protocol/principal.ts'
import type { MailRow } from './mails.store.ts'

/** What is stored of a mail, encrypted. */
export interface MailContent {
  to: string
  subject: string
  /** As it was typed. */
  text: string
  author: MailAuthor
  /** The address that gets the replies. */
  replyTo?: string
  /** Of a secure mail: the practice as its reader knows it, and where the link leads. */
  link?: { practice: string; origin: string }
  /** Attached visit records, in order. */
  records?: readonly AttachedRecord[]
}

export interface MailAuthor {
  accountId: number
  kind: ActingPrincipal['kind']
  login: string
  name: string
  /** Whose mail it is. */
  patientName: string
  /** The action by which it was written, for the activity log. */
  event: string
}

interface AttachedRecord {
  /** `yyyy-MM-dd`. */
  day: string
  /** Of the file. */
  name: string
  bytes: number
}

/** A mail as it is shown. */
export interface ShownMail extends Pick<
  MailRow,
  'id' | 'way' | 'state' | 'reason' | 'writtenAt' | 'changedAt' | 'expiresAt' | 'readAt'
> {
  content: MailContent
}

export function openMail({ encryption }: Pick<Services, 'encryption'>, row: MailRow): ShownMail {
  const { id, way, state, reason, writtenAt, changedAt, expiresAt, readAt } = row
  // Only the portal itself has encrypted it.
  const content = JSON.parse(encryption.decrypt(row.content, ['external_mails.content', row.id])) as MailContent
  return { id, way, state, reason, writtenAt, changedAt, expiresAt, readAt, content }
}

/** Where the content of a file is stored; its number begins at 0. */
export function mailFilePlace(mailId: string, number: number): ['external_mail_files.content', string, number] {
  return ['external_mail_files.content', mailId, number]
}

/** Changes with the mails of a patient. */
export const mailTopic = (of: PatientKey): string => topicOfPatient(of, 'mail')

/** What the recipient reads as the sender: `Ada Bell`, or `Carl Bell for Ada Bell`. */
export function senderName({ kind, name, patientName }: MailAuthor): string {
  return kind === 'guardian' ? `${name} for ${patientName}` : name
}
