import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, rowsOf } from '../../../db/rows.ts'

/** A part of a document, of which its page and its PDF are made. */
export interface DocumentSection {
  /** May be empty. */
  heading: string
  paragraphs: string[]
}

export interface StoredDocument {
  title: string
  /** `yyyy-MM-dd`. */
  day: string
  patientName: string
  sections: DocumentSection[]
}

/** A document that a file may have brought. */
interface FiledDocument extends Omit<StoredDocument, 'sections'> {
  /** Null if it is a PDF only. */
  sections: DocumentSection[] | null
  /** Base64; null if its PDF is drawn from its sections. */
  pdf: string | null
  hasLetterhead: boolean
}

interface DocumentRow {
  sessionN: number
  categoryN: number
  categoryLabel: string
  day: string
  isComplete: boolean
}

interface LabOrderRow {
  labOrderN: number
  day: string
  laboratoryName: string
  physician: string
}

export const documentsOf = (db: Db, practice: string, patientN: number): Promise<DocumentRow[]> =>
  rowsOf(
    db,
    sql`select session_n as "sessionN", category_n as "categoryN", category_label as "categoryLabel",
        session_date::text as day, is_complete as "isComplete"
      from clinical_documents where practice = ${practice} and patient_n = ${patientN}
      order by session_date desc, session_n desc`,
  )

export const labOrdersOf = (db: Db, practice: string, patientN: number): Promise<LabOrderRow[]> =>
  rowsOf(
    db,
    sql`select lab_order_n as "labOrderN", modified_on::text as day, laboratory_name as "laboratoryName", physician
      from lab_orders where practice = ${practice} and patient_n = ${patientN}
      order by modified_on desc, lab_order_n desc`,
  )

export const documentContent = (db: Db, practice: string, sessionN: number): Promise<FiledDocument | undefined> =>
  firstRow(
    db,
    sql`select category_label as title, session_date::text as day, first_name || ' ' || last_name as "patientName",
        content as sections, encode(pdf, 'base64') as pdf,
        exists (select from logos where logos.practice = clinical_documents.practice) as "hasLetterhead"
      from clinical_documents join patients using (practice, patient_n)
      where practice = ${practice} and session_n = ${sessionN}`,
  )

/** Returns undefined for an unknown order, and for one without a document. */
export const labOrderContent = (db: Db, practice: string, labOrderN: number): Promise<StoredDocument | undefined> =>
  firstRow(
    db,
    sql`select 'Lab order for ' || laboratory_name as title, modified_on::text as day,
        first_name || ' ' || last_name as "patientName", content as sections
      from lab_orders join patients using (practice, patient_n)
      where practice = ${practice} and lab_order_n = ${labOrderN} and content is not null`,
  )
