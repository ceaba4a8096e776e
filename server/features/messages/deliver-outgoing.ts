import Type from 'typebox'
import { job } from '../../jobs/job.ts'
import type { NewMessage } from '../../gateways/emr/messages/messages.ts'
import { mayStill, noticeOfEnd } from '../../identity/looks-again.ts'
import { writingOffered } from '../../practice/offered.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { Services } from '../../services.ts'
import { filePlace, filesToSend, type MessageFile } from './message-files.store.ts'
import { messagesTopic } from './message-topics.ts'
import type { Recipient } from './messages.rules.ts'
import { isFinal, reasonOf, type UnsentReason } from './outgoing.rules.ts'
import { failOutgoing, forgetOutgoing, noteReason, readOutgoing, type OutgoingRow } from './outgoing.store.ts'

export type OutgoingServices = Pick<
  Services,
  'db' | 'licensees' | 'emrOf' | 'settings' | 'now' | 'outbox' | 'encryption' | 'publish'
>

/** What is stored of a message, encrypted, until the record server has it. */
export interface OutgoingContent extends Pick<
  NewMessage,
  'subject' | 'bodyHtml' | 'priority' | 'author' | 'threadId' | 'reference'
> {
  recipients: readonly Recipient[]
  /** Their content is in a table of its own. */
  files?: readonly MessageFile[]
}

/** A message that the record server does not have yet, as it is shown. */
export interface Outgoing extends Pick<OutgoingRow, 'id' | 'state' | 'reason' | 'writtenAt'> {
  content: OutgoingContent
}

/**
 * Sends a message until the record server takes it, or refuses it. The record server takes each key once, so that an
 * attempt after a lost answer adds no second message. After a day the writer decides.
 */
export const deliverOutgoing = job('messages.deliver', {
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 1 },
  looksAgain: async (services: OutgoingServices, { id }) => {
    const row = await readOutgoing(services.db, id)
    if (row?.state !== 'sending' || (await mayStillSend(services, row))) return true
    const notice = await noticeOfEnd(services, row, { what: 'message', writtenAt: row.writtenAt })
    await services.db.transaction(async (tx) => {
      // The record server may have it already.
      await failOutgoing(tx, { id, reason: row.reason === 'unconfirmed' ? 'unconfirmed' : 'ended' })
      if (notice) await services.outbox.enqueue(tx, notice)
    })
    publish(services, row)
    return false
  },
  run: async (services: OutgoingServices, { id }) => {
    const row = await readOutgoing(services.db, id)
    if (row?.state !== 'sending') return
    const reason = await attempt(services, row)
    if (reason !== undefined && !isFinal(reason))
      throw new Error(`the record server does not have a message (${reason})`)
  },
  givenUp: async (services, { id }) => {
    const row = await readOutgoing(services.db, id)
    if (!row) return
    await failOutgoing(services.db, { id })
    publish(services, row)
  },
})

export function mayStillSend(services: OutgoingServices, row: OutgoingRow): Promise<boolean> {
  return mayStill(services, row, writingOffered)
}

/**
 * Returns why the record server does not have the message; undefined once it has. Both are stored: a message that it does
 * not take has failed, others are still to be sent.
 */
export async function attempt(services: OutgoingServices, row: OutgoingRow): Promise<UnsentReason | undefined> {
  const { db, licensees, emrOf } = services
  const { id, licenseeId, patientId } = row
  const { recipients, files = [], ...content } = contentOf(services, row)
  const attachments = await attachmentsOf(services, { outgoing: id, files })
  const emr = emrOf(servedPractice(licensees, licenseeId))
  const reason = await emr
    .sendMessage({ ...content, recipients: [...recipients], attachments, patientId, key: id })
    .then((sent) => (sent ? undefined : ('gone' as const)))
    .catch((error: unknown) => {
      const known = reasonOf(error)
      if (known === undefined) throw error
      return known
    })
  if (reason === undefined) await forgetOutgoing(db, id)
  else if (isFinal(reason)) await failOutgoing(db, { id, reason })
  else await noteReason(db, { id, reason })
  publish(services, row)
  return reason
}

/** In the order in which they were attached. */
async function attachmentsOf(
  { db, encryption }: OutgoingServices,
  { outgoing, files }: { outgoing: string; files: readonly MessageFile[] },
): Promise<NonNullable<NewMessage['attachments']>> {
  if (files.length === 0) return []
  const rows = await filesToSend(db, outgoing)
  return files.map(({ id, name, type }) => {
    const row = rows.find((each) => each.id === id)
    if (!row) throw new Error('a message that waits has lost an attachment')
    return { name, type, content: encryption.decryptBytes(row.content, filePlace(row)) }
  })
}

export function contentOf({ encryption }: Pick<Services, 'encryption'>, { id, content }: OutgoingRow): OutgoingContent {
  return JSON.parse(encryption.decrypt(content, ['outgoing_messages.content', id])) as OutgoingContent // written by send-message.ts
}

function publish({ publish: tell }: OutgoingServices, row: OutgoingRow): void {
  tell([messagesTopic(row)])
}
