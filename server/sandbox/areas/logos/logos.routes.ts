import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sql } from 'drizzle-orm'
import { jsonText } from '../../json-text.ts'
import type { Sandbox } from '../../practices.ts'
import { notFound } from '../../refusal.ts'
import { firstRow } from '../../../db/rows.ts'

/** The logo of the practice (specification 2 §7.4). */
export const logoRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/GetLogo', async ({ practice }, reply) => {
      const logo = await firstRow<{ content: string }>(
        db,
        sql`select content from logos where practice = ${practice.practice}`,
      )
      if (!logo) throw notFound('logo')
      return jsonText(reply, logo.content)
    })
  }
