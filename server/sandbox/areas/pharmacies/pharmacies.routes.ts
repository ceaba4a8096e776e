import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { RecordNumber } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { notFound, Refusal } from '../../refusal.ts'
import {
  choosePharmacy,
  findPharmacies,
  pharmacyOf,
  similarNames,
  similarZips,
  type PharmacyRow,
  type PharmacySearch,
} from './pharmacies.store.ts'

const Part = Type.String({ maxLength: 200, pattern: '^[^\\u0000]*$', default: '' })
const Search = Type.Object({
  Name: Part,
  Address: Part,
  City: Part,
  State: Part,
  Zip: Part,
  Phone: Part,
  Fax: Part,
})
const Text = Type.String({ minLength: 1, maxLength: 500, pattern: '^[^\\u0000]*$' })
const Chosen = Type.Object({
  PHARMACY_RCOPIAID: Text,
  PHARMACY_DESCRIPTION: Text,
  PHARMACY_NAME: Text,
  PHARMACY_NCPDPID: Text,
})

/** Pharmacies, and the one of a patient (specification 2 §7.2). */
export const pharmacyRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post('/findPharmacy', { schema: { querystring: Search } }, async ({ practice: { practice }, query }) => {
      return (await findPharmacies(db, practice, searchIn(query))).map(itemOf)
    })
    app.get('/SuggestPharmacies', { schema: { querystring: Search } }, async ({ practice: { practice }, query }) => {
      const search = searchIn(query)
      const [names, zips] = await Promise.all([similarNames(db, practice, search), similarZips(db, practice, search)])
      return { Names: names, Zips: zips }
    })
    app.get(
      '/GetPharmacy',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice: { practice }, query }, reply) => {
        const row = await pharmacyOf(db, { practice, patientN: query.patient_n })
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(row ? itemOf(row) : null))
      },
    )
    app.post(
      '/UpdatePharmacy',
      { schema: { querystring: Type.Object({ patient_id: RecordNumber }), body: Chosen } },
      async ({ practice: { practice }, query, body }) => {
        const isKnown = await choosePharmacy(db, {
          practice,
          patientN: query.patient_id,
          rcopiaId: body.PHARMACY_RCOPIAID,
          ncpdpId: body.PHARMACY_NCPDPID,
        })
        if (!isKnown) throw notFound('patient or pharmacy')
        return true
      },
    )
  }

/** Throws a Refusal if nothing is searched for. */
function searchIn(query: Static<typeof Search>): PharmacySearch {
  const search = {
    name: query.Name,
    address: query.Address,
    city: query.City,
    state: query.State,
    zip: query.Zip,
    phone: query.Phone.replace(/\D/g, ''),
    fax: query.Fax.replace(/\D/g, ''),
  }
  if (Object.values(search).every((part) => part.trim() === '')) throw new Refusal(400, 'Nothing to search for.')
  return search
}

const itemOf = (row: PharmacyRow) => ({
  ID: row.pharmacyN,
  RcopiaID: row.rcopiaId,
  NCPDPID: row.ncpdpId,
  Name: row.name,
  Address1: row.address,
  City: row.city,
  State: row.state,
  Zip: row.zip,
  Phone: row.phone,
  Fax: row.fax,
})
