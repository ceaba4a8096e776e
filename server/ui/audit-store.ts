import type { Db } from '../db/open.ts'
import { auditLog } from '../db/schema.ts'
import type { Context } from './context.ts'

export interface AuditEvent {
  /** What was done, as `room.act`. */
  event: string
  /** What it was done to: a name or a number, never a value. */
  subject: string
  at: Date
}

/** Appends one access to the audit log (security.md, Guardians, admin, audit). */
export async function noteAudit(
  db: Db,
  { context, event, subject, at }: AuditEvent & { context: Pick<Context, 'licensee' | 'person' | 'requestId'> },
): Promise<void> {
  const { licensee, person, requestId } = context
  await db.insert(auditLog).values({
    at,
    licenseeId: licensee.id,
    accountId: person?.accountId ?? null,
    patientId: person?.patient?.id ?? null,
    event,
    subject,
    requestId,
  })
}
