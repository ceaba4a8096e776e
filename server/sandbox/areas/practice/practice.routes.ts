import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { jsonText } from '../../json-text.ts'
import type { Sandbox } from '../../practices.ts'
import { notFound } from '../../refusal.ts'
import { adminSetting, shortLink } from './practice.store.ts'

/** The names of the practice, its settings and its short links. */
export const practiceRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/Provider/GetPracticeName', async ({ practice }, reply) => jsonText(reply, practice.name))
    app.get('/employee/GetPortalEmployeeN', ({ practice }) => practice.portalEmployeeN)
    app.get('/Provider/GetLicenseName', async ({ practice }, reply) => jsonText(reply, practice.licenseName))
    app.get(
      '/Provider/GetAdminSettingValue',
      { schema: { querystring: Type.Object({ settingName: Type.String({ minLength: 1 }) }) } },
      async ({ practice, query }, reply) => {
        const value = await adminSetting(db, practice.practice, query.settingName)
        if (value === undefined) throw notFound('setting')
        return jsonText(reply, value)
      },
    )
    app.get(
      '/Provider/GetShortURL/:code',
      { schema: { params: Type.Object({ code: Type.String() }) } },
      async ({ practice, params }, reply) => {
        const target = await shortLink(db, { practice: practice.practice, code: params.code, now: now() })
        if (target === undefined) throw notFound('link')
        return jsonText(reply, target)
      },
    )
  }
