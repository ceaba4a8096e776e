import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { Patient } from '../../gateways/emr/patients/patients.ts'
import { writeAudit, type AuditRow } from '../../protocol/audit-store.ts'
import { findAccount, hasOwnAccount, insertAccount, type NewAccount } from '../account.store.ts'
import type { Passwords } from '../password.ts'
import type { ImportedAccount } from './read-accounts.ts'

export interface ImportServices {
  db: Db
  emr: Pick<Emr, 'patient'>
  passwords: Passwords
  now: () => Date
}

export interface ImportSummary {
  created: number
  existing: number
  refused: { line: number; reason: string }[]
}

/**
 * Makes accounts without a usable password: their owners set one by recovery, which proves that they are the patient of
 * the record. Safe to run twice. Throws EmrError when the record server fails; what was made before stays.
 */
export async function importAccounts(
  services: ImportServices,
  { licenseeId, accounts }: { licenseeId: string; accounts: readonly ImportedAccount[] },
): Promise<ImportSummary> {
  // Of a password that nobody knows. One for all, because each hash is slow on purpose.
  const passwordHash = await services.passwords.hash(randomBytes(32).toString('base64url'))
  const summary: ImportSummary = { created: 0, existing: 0, refused: [] }
  for (const account of accounts) {
    const outcome = await importOne(services, { licenseeId, account, passwordHash })
    if (outcome === 'created') summary.created += 1
    else if (outcome === 'existing') summary.existing += 1
    else summary.refused.push({ line: account.line, reason: outcome.refused })
  }
  return summary
}

type Outcome = 'created' | 'existing' | { refused: string }

async function importOne(
  { db, emr, now }: Omit<ImportServices, 'passwords'>,
  { licenseeId, account, passwordHash }: { licenseeId: string; account: ImportedAccount; passwordHash: string },
): Promise<Outcome> {
  const { login, patientId } = account
  const wrong = faultOf(account)
  if (wrong) return { refused: wrong }
  const patient = await emr.patient(patientId)
  if (!patient) return { refused: `the record server has no patient ${patientId}` }
  if (account.birthDay && account.birthDay !== patient.dob)
    return { refused: 'the birth date is not that of the record' }
  if (await hasOwnAccount(db, { licenseeId, patientId: patient.id })) return 'existing'
  if (await findAccount(db, { licenseeId, kind: 'patient', login })) return { refused: loginTaken }
  const made = await insertAudited(db, requestOf(patient, { licenseeId, login, passwordHash }), now())
  if (made === 'login taken') return { refused: loginTaken }
  return made === 'patient has one' ? 'existing' : 'created'
}

/** The account and its audit row, both or neither. */
function insertAudited(db: Db, account: NewAccount, at: Date): ReturnType<typeof insertAccount> {
  return db.transaction(async (tx) => {
    const made = await insertAccount(tx, account)
    if (typeof made === 'number') await writeAudit(tx, [auditRow(account, made, at)])
    return made
  })
}

function auditRow({ licenseeId, actsFor }: NewAccount, accountId: number, at: Date): AuditRow {
  return {
    at,
    licenseeId,
    accountId,
    patientId: actsFor[0]?.patientId ?? null,
    actorKind: 'visitor',
    actor: 'import-accounts',
    address: '',
    event: 'command:import-accounts',
    subject: '',
    outcome: 'ok',
    transmitTo: '',
    transmitStatus: '',
    requestId: '',
  }
}

const loginTaken = 'the username belongs to another person'

function faultOf({ login, patientId, birthDay }: ImportedAccount): string | undefined {
  if (login.length < 4 || login.length > 100 || /\p{Cc}/u.test(login)) return 'a username has 4 to 100 characters'
  if (!/^[1-9]\d{0,9}$/.test(patientId)) return 'the patient number is missing or no number'
  if (birthDay && !/^\d{4}-\d{2}-\d{2}$/.test(birthDay)) return 'a birth date is written yyyy-MM-dd'
  return undefined
}

function requestOf(
  { id, emrId, firstName, lastName }: Patient,
  account: { licenseeId: string; login: string; passwordHash: string },
) {
  const actsFor = [{ patientId: id, emrId, firstName, lastName, relation: 'self' }]
  return { ...account, kind: 'patient' as const, firstName, lastName, mustReset: true, actsFor }
}
