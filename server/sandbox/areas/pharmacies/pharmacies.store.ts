import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, rowsOf } from '../../rows.ts'

export interface PharmacyRow {
  pharmacyN: number
  rcopiaId: string
  ncpdpId: string
  name: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  fax: string
}

/** Parts of what is searched for, of phone and fax digits; empty ones do not count. */
export type PharmacySearch = Pick<PharmacyRow, 'name' | 'address' | 'city' | 'state' | 'zip' | 'phone' | 'fax'>

const columns = sql`f.pharmacy_n as "pharmacyN", f.rcopia_id as "rcopiaId", f.ncpdp_id as "ncpdpId", f.name, f.address,
  f.city, f.state, f.zip, f.phone, f.fax`

const mostRows = 50

/** The first 50 by name that fit all parts: city, state and ZIP begin with theirs, the others contain theirs. */
export function findPharmacies(db: Db, practice: string, search: PharmacySearch): Promise<PharmacyRow[]> {
  const { name, address, city, state, zip, phone, fax } = search
  const conditions = [
    has('name', name),
    has('address', address),
    begins('city', city),
    begins('state', state),
    begins('zip', zip),
    has('phone', phone),
    has('fax', fax),
  ]
  return rowsOf(
    db,
    sql`select ${columns} from pharmacies f where f.practice = ${practice} ${sql.join(conditions)}
      order by f.name, f.city, f.pharmacy_n limit ${mostRows}`,
  )
}

const literally = (part: string) => part.trim().replace(/[\\%_]/g, '\\$&')
const has = (column: string, part: string) => likes(column, part, `%${literally(part)}%`)
const begins = (column: string, part: string) => likes(column, part, `${literally(part)}%`)

function likes(column: string, part: string, pattern: string): SQL {
  return part.trim() === '' ? sql`` : sql` and f.${sql.identifier(column)} ilike ${pattern}`
}

interface Of {
  practice: string
  patientN: number
}

export const pharmacyOf = (db: Db, { practice, patientN }: Of): Promise<PharmacyRow | undefined> =>
  firstRow(
    db,
    sql`select ${columns} from pharmacies f join patient_pharmacies p using (practice, pharmacy_n)
      where f.practice = ${practice} and p.patient_n = ${patientN}`,
  )

/** Returns false, and changes nothing, for an unknown patient or pharmacy. */
export async function choosePharmacy(
  db: Db,
  { practice, patientN, rcopiaId, ncpdpId }: Of & Pick<PharmacyRow, 'rcopiaId' | 'ncpdpId'>,
): Promise<boolean> {
  const chosen = await firstRow(
    db,
    sql`insert into patient_pharmacies (practice, patient_n, pharmacy_n)
      select f.practice, p.patient_n, f.pharmacy_n from pharmacies f join patients p on p.practice = f.practice
      where f.practice = ${practice} and p.patient_n = ${patientN} and f.rcopia_id = ${rcopiaId}
        and f.ncpdp_id = ${ncpdpId}
      on conflict (practice, patient_n) do update set pharmacy_n = excluded.pharmacy_n
      returning pharmacy_n`,
  )
  return chosen !== undefined
}
