import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Sandbox } from '../../practices.ts'
import { facilities, providers, regions } from './providers.store.ts'
import { RecordNumber } from '../../parameters.ts'

const ByInsurance = Type.Object({ insurance: RecordNumber })

/** The places and the people of the practice. */
export const providerRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/Provider/GetFacilityRegions', ({ practice }) => regions(db, practice.practice))
    app.get(
      '/Provider/GetFacilitiesByInsurance/:insurance',
      { schema: { params: ByInsurance } },
      ({ practice, params }) => facilities(db, practice.practice, params.insurance),
    )
    app.get('/Provider/GetAllProviders', ({ practice }) => providers(db, practice.practice))
    app.get('/Provider/TeleHealth/GetAllProviders', ({ practice }) =>
      providers(db, practice.practice, { onlyTelehealth: true }),
    )
    app.get(
      '/Provider/GetProvidersByInsurance/:insurance',
      { schema: { params: ByInsurance } },
      ({ practice, params }) => providers(db, practice.practice, { insuranceN: params.insurance }),
    )
  }
