import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pdf } from './files.ts'
import { filePart, type Part } from './multipart.ts'
import type { RunningPortal, Visitor } from './portal.ts'

/** A file as the form of a message lists it. */
export interface ListedFile {
  id: string
  name: string
  bytes: number
}

interface Attaching {
  /** The id of the form. */
  draft: string
  id?: string
  file?: Part
}

/** Attaches a file to a message that is being written. */
export async function attachFile(
  visitor: Visitor,
  { draft, id = randomUUID(), file = filePart(pdf, 'a.pdf') }: Attaching,
): Promise<{ status: number; code: string; listed: ListedFile }> {
  const parts = [{ name: 'draft', content: draft }, { name: 'id', content: id }, file]
  const { status, body } = await visitor.upload<{ code: string }>('messages.attach', parts)
  const listed = { id, name: file.fileName ?? '', bytes: Buffer.byteLength(file.content) }
  return { status, code: body.code, listed }
}

/** A message with a file that was not sent, and is not tried again by itself. */
export async function unsentWithFile(portal: RunningPortal, visitor: Visitor): Promise<void> {
  const draft = randomUUID()
  const files = [(await attachFile(visitor, { draft })).listed]
  await portal.fault({ kind: 'down', path: 'SendMsgToEmr' })
  await visitor.act('messages.send', { subject: 'A scan', body: 'Please see it.', recipient: 'g3', draft, files })
  await portal.database.db.execute(sql`update outgoing_messages set state = 'failed'`)
  await portal.heal()
}
