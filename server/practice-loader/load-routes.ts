import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import Type from 'typebox'
import type { Database } from '../db/open.ts'
import { UnknownPractice } from './apply-plan.ts'
import { FileRefused } from './file-refused.ts'
import { loadFile, prepareLoading } from './load-file.ts'
import { FILE_LIMIT } from './read-bundle.ts'

const Query = Type.Object({
  practice: Type.String({ minLength: 1, maxLength: 100 }),
  name: Type.String({ minLength: 1, maxLength: 1000 }),
  dropDigits: Type.Optional(Type.String({ pattern: '^(true|false)$' })),
  shiftDays: Type.Optional(Type.String({ pattern: '^-?[0-9]{1,6}$' })),
  settledBefore: Type.Optional(Type.String({ format: 'date-time' })),
})

/** The holder of the token can load files into the running record server: `POST /practice/load`. */
export const loadRoutes =
  ({ database, token }: { database: Database; token: string }): FastifyPluginAsync =>
  async (app) => {
    await prepareLoading(database)
    app.addHook('onRequest', async (request, reply) => {
      if (!isBearer(request.headers.authorization, token))
        return problem(reply, 401, { detail: 'The token of this record server is needed.' })
    })
    // The raw bytes: messages about invalid files name line and column.
    app.addContentTypeParser(
      ['application/json', 'application/xml', 'text/csv'],
      { parseAs: 'buffer', bodyLimit: FILE_LIMIT },
      (_request, body, done) => done(null, body),
    )
    addLoading(app, database)
  }

function addLoading(app: FastifyInstance, { db }: Database): void {
  app.post<{ Querystring: Static<typeof Query>; Body: Buffer | null }>(
    '/practice/load',
    { bodyLimit: FILE_LIMIT, schema: { querystring: Query } },
    async ({ query, body }, reply) => {
      const options = {
        practice: query.practice,
        dropDigits: query.dropDigits === 'true',
        shiftDays: Number(query.shiftDays ?? 0),
        settledBefore: query.settledBefore,
      }
      try {
        return await loadFile(db, { name: query.name, bytes: body ?? new Uint8Array() }, options)
      } catch (error) {
        if (error instanceof UnknownPractice) return problem(reply, 404, { detail: error.message })
        if (error instanceof FileRefused)
          return problem(reply, 422, { detail: error.message, sentences: error.sentences, foreign: error.foreign })
        throw error
      }
    },
  )
}

function problem(
  reply: FastifyReply,
  status: number,
  details: { detail: string; sentences?: string[]; foreign?: boolean },
) {
  const title = status === 422 ? 'File refused' : 'Not loaded'
  return reply
    .code(status)
    .type('application/problem+json')
    .send({ type: 'about:blank', title, status, ...details })
}

/** Compares hashes, so that the duration reveals nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return token !== '' && timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`))
}
