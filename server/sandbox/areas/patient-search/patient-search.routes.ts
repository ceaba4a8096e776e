import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { dayOf } from '../../local-time.ts'
import { knownDay } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { patientsLike, searchPatients, type ListedRow } from './patient-search.store.ts'
import { readSearch } from './typed-search.ts'

const Text = Type.String({ maxLength: 400, pattern: '^[^\\u0000]*$' })
const ShortDay = Type.String({ pattern: '^\\d{4}-\\d{1,2}-\\d{1,2}$' })
const genders = ['Male', 'Female', 'Unknown'] as const

const Details = Type.Object({
  PatientFirstName: Text,
  PatientLastName: Text,
  PatientGender: Type.Union([Type.Literal(''), ...genders.map((each) => Type.Literal(each))]),
})
const Search = Type.Object({
  Text,
  Page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  PageSize: Type.Integer({ minimum: 1, maximum: 200, default: 20 }),
})

/** The search of the office for a patient (specification 2 §7.4), and one by any of the data. */
export const patientSearchRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/patient/FindPatient',
      { schema: { querystring: Type.Object({ dob: ShortDay }), body: Details } },
      async ({ practice: { practice, websiteId }, query, body }) => {
        const gender = ['', ...genders].indexOf(body.PatientGender)
        const rows = await patientsLike(db, {
          practice,
          firstName: body.PatientFirstName,
          lastName: body.PatientLastName,
          dob: knownDay(longDay(query.dob)),
          ...(gender > 0 ? { gender } : {}),
        })
        return rows.map((row) => ({ ...itemOf(row), WebSiteID: websiteId }))
      },
    )
    app.post('/Patient/Search', { schema: { body: Search } }, async ({ practice: { practice, timeZone }, body }) => {
      const search = readSearch(body.Text, dayOf(timeZone, now()))
      const { total, rows } = await searchPatients(db, search, { practice, page: body.Page, size: body.PageSize })
      return { Total: total, Items: rows.map(itemOf) }
    })
  }

function longDay(day: string): string {
  const [y = '', m = '', d = ''] = day.split('-')
  return `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
}

const itemOf = (row: ListedRow) => ({
  Patient_N: row.patientN,
  EMRID: row.emrid,
  PatientFirstName: row.firstName,
  PatientLastName: row.lastName,
  PatientDOB: row.dob,
  PatientGender: row.gender,
  PatientEmail: row.email,
  PatientCellPhone: row.cellPhone,
  PatientZIP: row.zip,
})
