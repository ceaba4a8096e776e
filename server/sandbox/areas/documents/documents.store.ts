import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, millis, rowsOf, timestamp } from '../../../db/rows.ts'

const tokenForMs = 5 * 60_000

export async function categories(db: Db, practice: string): Promise<string> {
  const row = await firstRow<{ names: string }>(
    db,
    sql`select document_categories as names from practices where practice = ${practice}`,
  )
  return row?.names ?? ''
}

interface Of {
  practice: string
  appointmentN: number
  now: number
}

/**
 * Creates a token for adding documents to one appointment, valid for five minutes; undefined for an unknown
 * appointment.
 */
export async function makeToken(db: Db, { practice, appointmentN, now }: Of): Promise<string | undefined> {
  const row = await firstRow<{ token: string }>(
    db,
    sql`insert into document_tokens (token, practice, appointment_n, expires_at)
      select ${randomBytes(24).toString('base64url')}, practice, appointment_n, ${timestamp(now + tokenForMs)}
      from appointments where practice = ${practice} and appointment_n = ${appointmentN} returning token`,
  )
  return row?.token
}

export async function isTokenGood(db: Db, { token, practice, appointmentN, now }: Of & { token: string }) {
  const rows = await rowsOf(
    db,
    sql`select token from document_tokens where token = ${token} and practice = ${practice}
      and appointment_n = ${appointmentN} and expires_at > ${timestamp(now)}`,
  )
  return rows.length > 0
}

/** Returns the number of the patient whom this EMRID names. */
export async function patientOf(db: Db, practice: string, emrid: string): Promise<number | undefined> {
  const row = await firstRow<{ patientN: number }>(
    db,
    sql`select patient_n as "patientN" from patients where practice = ${practice} and emrid = ${emrid}`,
  )
  return row?.patientN
}

export interface ReceivedDocument {
  practice: string
  /** Of the visit, otherwise it is one of the patient. */
  appointmentN?: number
  patientN?: number
  now: number
  reference: string
  documentType: string
  otherDocument: string
  fileName: string
  fileType: string
  /** In MB. */
  fileSize: number
  content: Buffer
}

/** Stores a document under a random name; a repeated reference changes nothing. */
export async function keepDocument(db: Db, document: ReceivedDocument): Promise<void> {
  const { practice, appointmentN = null, patientN = null, reference, documentType, otherDocument, now } = document
  await db.execute(
    sql`insert into documents (practice, appointment_n, patient_n, reference, document_type, other_document, file_name,
        file_type, file_size, storage_name, content, received_at)
      values (${practice}, ${appointmentN}, ${patientN}, ${reference}, ${documentType}, ${otherDocument}, ${document.fileName},
        ${document.fileType}, ${document.fileSize}, ${randomUUID()},
        decode(${document.content.toString('base64')}, 'base64'), ${timestamp(now)})
      on conflict (practice, reference) do nothing`,
  )
}

export interface StoredFile {
  fileName: string
  fileType: string
  content: string
}

export const findFile = (db: Db, practice: string, storageName: string): Promise<StoredFile | undefined> =>
  firstRow(
    db,
    sql`select file_name as "fileName", file_type as "fileType", encode(content, 'base64') as content
      from documents where practice = ${practice} and storage_name = ${storageName}`,
  )

interface ChartDocument {
  documentN: number
  category: string
  other: string
  fileName: string
  fileType: string
  /** In MB. */
  fileSize: number
  receivedAt: number
}

/** Documents of a patient without an appointment, the newest first. */
export const chartDocuments = (db: Db, practice: string, patientN: number): Promise<ChartDocument[]> =>
  rowsOf(
    db,
    sql`select document_n as "documentN", document_type as category, other_document as other, file_name as "fileName",
        file_type as "fileType", file_size as "fileSize", ${millis('received_at')} as "receivedAt"
      from documents where practice = ${practice} and patient_n = ${patientN} order by document_n desc`,
  )

export const chartFile = (db: Db, practice: string, documentN: number): Promise<StoredFile | undefined> =>
  firstRow(
    db,
    sql`select file_name as "fileName", file_type as "fileType", encode(content, 'base64') as content
      from documents where practice = ${practice} and document_n = ${documentN} and patient_n is not null`,
  )

export interface ListedDocument {
  practice: string
  /** Null for a document of the patient. */
  appointmentN: number | null
  patient: string
  zone: string
  category: string
  other: string
  fileName: string
  fileType: string
  /** In MB. */
  fileSize: number
  storageName: string
  receivedAt: number
}

/** Returns the documents of every practice, the newest first; without the content. */
export const listDocuments = (db: Db): Promise<ListedDocument[]> =>
  rowsOf(
    db,
    sql`select d.practice, d.appointment_n as "appointmentN", p.first_name || ' ' || p.last_name as patient,
      coalesce(f.time_zone, (select min(time_zone) from facilities where practice = d.practice)) as zone, d.document_type as category, d.other_document as other, d.file_name as "fileName",
      d.file_type as "fileType", d.file_size as "fileSize", d.storage_name as "storageName",
      ${millis('d.received_at')} as "receivedAt"
    from documents d
    left join appointments a on a.practice = d.practice and a.appointment_n = d.appointment_n
    join patients p on p.practice = d.practice and p.patient_n = coalesce(a.patient_n, d.patient_n)
    left join facilities f on f.practice = a.practice and f.facility_n = a.facility_n
    order by d.document_n desc
    limit 100`,
  )
