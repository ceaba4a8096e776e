import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'

/** What every route of the record server needs. `now` returns milliseconds since 1970. */
export interface Sandbox {
  db: Db
  now: () => number
  practices: ReadonlyMap<string, Practice>
}

export interface Practice {
  practice: string
  name: string
  licenseName: string
  websiteId: number
  timeZone: string
  /** The employee that stands for the portal. */
  portalEmployeeN: number
}

export async function loadPractices(db: Db): Promise<Map<string, Practice>> {
  const rows = await rowsOf<Practice>(
    db,
    sql`select practice, name, license_name as "licenseName", website_id as "websiteId", time_zone as "timeZone",
      portal_employee_n as "portalEmployeeN" from practices`,
  )
  return new Map(rows.map((row) => [row.practice, row]))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The practice whose records a call is about; set for every path under /{practice}/. */
    practice: Practice
  }
}

/** Finds the practice of each call; responds with 404 for an unknown one. */
export function bindPractice(app: FastifyInstance, { practices }: Sandbox): void {
  app.decorateRequest('practice')
  app.addHook('onRequest', async (request, reply) => {
    const practice = practices.get(nameIn(request))
    if (!practice) return reply.code(404).send({ message: 'No such practice.' })
    request.practice = practice
  })
}

const nameIn = (request: FastifyRequest): string => (request.params as { practice: string }).practice // the prefix names it
