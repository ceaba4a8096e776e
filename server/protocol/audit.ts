import type { Db } from '../db/open.ts'
import { writeAudit, type AuditRow } from './audit-store.ts'
import { countRefusals, isRefusal } from './refused-tries-store.ts'
import type { Context } from './context.ts'
import { Failure, InvalidInput } from './failure.ts'
import { auditActor } from './principal.ts'

/** Records every access as an append-only row (security.md, Guardians, admin, audit). */
export interface Audit {
  /** Resolves when the row is stored. Rows of concurrent requests are stored together. */
  note(row: AuditRow): Promise<void>
}

interface Batch {
  rows: AuditRow[]
  kept: Promise<void>
}

export function openAudit(db: Db): Audit {
  let last: Promise<unknown> = Promise.resolve()
  let gathering: Batch | undefined
  const gather = (): Batch => {
    const batch: Batch = { rows: [], kept: Promise.resolve() }
    batch.kept = last
      .catch(() => undefined) // the callers of the previous batch get its error
      .then(() => {
        gathering = undefined
        return writeBatch(db, batch.rows)
      })
    last = batch.kept
    gathering = batch
    return batch
  }
  return {
    note: (row) => {
      const batch = gathering ?? gather()
      batch.rows.push(row)
      return batch.kept
    },
  }
}

/** A flood of refused tries becomes few rows; nothing of it is lost, because it is counted in the database. */
async function writeBatch(db: Db, rows: readonly AuditRow[]): Promise<void> {
  const refused = rows.filter(isRefusal)
  if (refused.length === 0) return writeAudit(db, rows)
  await db.transaction(async (tx) => {
    const kept = new Set(await countRefusals(tx, refused))
    const written = rows.filter((row) => kept.has(row) || !isRefusal(row))
    if (written.length > 0) await writeAudit(tx, written)
  })
}

interface AccessEvent {
  /** `screen:/route`, `region:feature.part` or `action:feature.act`. */
  event: string
  subject?: string
  /** `ok`, or the code of the failure. */
  outcome: string
  /** See AuditRow. */
  detail?: string
}

/** Records an access, unless its own transaction has done so. A request without a session is not recorded. */
export async function noteAccess(portal: { audit: Audit }, context: Context, access: AccessEvent): Promise<void> {
  if (context.trace.noted && access.outcome === 'ok') return
  if (!context.principal && access.outcome === 'access.signIn') return
  await portal.audit.note(accessRow(context, access))
}

/**
 * Records an access in the transaction of its change, so that neither exists without the other. `event`: if it is not
 * the running action or upload.
 */
export async function noteInTransaction(
  db: Db,
  context: Context,
  { event = context.trace.event, subject, detail }: Partial<Omit<AccessEvent, 'outcome'>> = {},
): Promise<void> {
  if (event === undefined) throw new Error('no action runs that could be recorded')
  await writeAudit(db, [accessRow(context, { event, subject, outcome: 'ok', detail })])
  context.trace.noted = true
}

export function outcomeOf({ translate }: { translate: (error: unknown) => unknown }, error: unknown): string {
  const failure = translate(error)
  if (failure instanceof Failure) return failure.code
  return failure instanceof InvalidInput ? 'input.invalid' : 'failed'
}

/** After a sign-in, the person who signed in is recorded as the actor. */
function accessRow(context: Context, { event, subject = '', outcome, ...access }: AccessEvent): AuditRow {
  const { licensee, requestId, client, trace } = context
  const { listed, reason, document } = trace
  const detail =
    access.detail ?? (listed || reason || document ? JSON.stringify({ listed, reason, document }) : undefined)
  const { actor, patientId, ...who } = auditActor(trace.signedIn ?? context.principal)
  return {
    licenseeId: licensee.id,
    ...who,
    patientId: patientId ?? trace.patientId ?? null,
    actor: actor || (trace.claimedIdentity ?? ''),
    address: client.address,
    event,
    subject,
    outcome,
    transmitTo: trace.transmitted?.to ?? '',
    transmitStatus: trace.transmitted?.status ?? '',
    requestId,
    at: context.now(),
    ...(detail === undefined ? {} : { detail }),
  }
}
