import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Sandbox } from '../../practices.ts'
import * as reference from './providers.store.ts'
import { jsonText } from '../../json-text.ts'
import { RecordNumber } from '../../parameters.ts'
import { notFound } from '../../refusal.ts'

const ByInsurance = Type.Object({ insurance: RecordNumber })

/** The practice, its places, people and settings. */
export const referenceRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/Provider/GetPracticeName', async ({ practice }, reply) => jsonText(reply, practice.name))
    app.get('/Provider/GetLicenseName', async ({ practice }, reply) => jsonText(reply, practice.licenseName))
    app.get(
      '/Provider/GetAdminSettingValue',
      { schema: { querystring: Type.Object({ settingName: Type.String({ minLength: 1 }) }) } },
      async ({ practice, query }, reply) => {
        const value = await reference.adminSetting(db, practice.practice, query.settingName)
        if (value === undefined) throw notFound('setting')
        return jsonText(reply, value)
      },
    )
    app.get('/Provider/GetFacilityRegions', ({ practice }) => reference.regions(db, practice.practice))
    app.get(
      '/Provider/GetFacilitiesByInsurance/:insurance',
      { schema: { params: ByInsurance } },
      ({ practice, params }) => reference.facilities(db, practice.practice, params.insurance),
    )
    app.get('/Provider/GetAllProviders', ({ practice }) => reference.providers(db, practice.practice))
    app.get('/Provider/TeleHealth/GetAllProviders', ({ practice }) =>
      reference.providers(db, practice.practice, { onlyTelehealth: true }),
    )
    app.get(
      '/Provider/GetProvidersByInsurance/:insurance',
      { schema: { params: ByInsurance } },
      ({ practice, params }) => reference.providers(db, practice.practice, { insuranceN: params.insurance }),
    )
    app.get('/Provider/GetInsurances', ({ practice }) => reference.insurances(db, practice.practice))
    app.get(
      '/Provider/Schedule/GetAppointmentTypes',
      { schema: { querystring: Type.Object({ filter: Type.String(), patientType: Type.Optional(Type.String()) }) } },
      ({ practice, query }) => reference.appointmentTypes(db, practice.practice, query.filter),
    )
    app.get(
      '/Provider/GetShortURL/:code',
      { schema: { params: Type.Object({ code: Type.String() }) } },
      async ({ practice, params }, reply) => {
        const target = await reference.shortLink(db, { practice: practice.practice, code: params.code, now: now() })
        if (target === undefined) throw notFound('link')
        return jsonText(reply, target)
      },
    )
  }
