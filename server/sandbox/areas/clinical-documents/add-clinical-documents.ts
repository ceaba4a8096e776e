import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow } from '../../../db/rows.ts'
import type { DocumentSection } from './clinical-documents.store.ts'

export interface NewClinicalDocument {
  patientN: number
  category: string
  /** `yyyy-MM-dd`. */
  day: string
  isComplete: boolean
  /** SHA-256 of its content, in hexadecimal. A patient gets one document of each. */
  digest: string
  /** Null if it is a PDF only. */
  content: DocumentSection[] | null
  /** Base64; null to draw it from its content. */
  pdf: string | null
}

/** Adds documents; those that a patient has already stay as they are. Returns how many are new. */
export async function addClinicalDocuments(
  db: Db,
  practice: string,
  documents: readonly NewClinicalDocument[],
): Promise<number> {
  // PostgreSQL stores neither NUL nor half a surrogate pair.
  const rows = JSON.stringify(documents, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(/\0|\p{Surrogate}/gu, '\ufffd') : value,
  )
  const added = await firstRow<{ count: number }>(
    db,
    sql`with given as materialized (
        select * from jsonb_to_recordset(${rows}::jsonb) as r("patientN" int, category text, day date,
          "isComplete" boolean, digest text, content jsonb, pdf text)),
      known as (
        select category_label as category, min(category_n) as category_n
        from clinical_documents where practice = ${practice} group by category_label),
      fresh as (
        select category, row_number() over (order by category) + (select coalesce(max(category_n), 0) from known) as category_n
        from (select category from given except select category from known) as n),
      added as (
        insert into clinical_documents (practice, patient_n, category_n, category_label, session_date, is_complete,
          digest, content, pdf)
        select ${practice}, g."patientN", c.category_n, g.category, g.day, g."isComplete", g.digest, g.content,
          decode(g.pdf, 'base64')
        from given g join (select * from known union all select * from fresh) as c using (category)
        order by g.day
        on conflict (practice, patient_n, digest) do nothing
        returning session_n)
      select count(*)::int as count from added`,
  )
  return added?.count ?? 0
}
