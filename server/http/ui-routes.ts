import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Effect } from '../../schemas/effect.ts'
import { answerRegion, answerScreen, answerShell, etagOf } from '../protocol/answer.ts'
import { noteAccess, outcomeOf } from '../protocol/audit.ts'
import { background } from '../protocol/audit-store.ts'
import type { ActionDefinition } from '../protocol/definitions.ts'
import type { Context } from '../protocol/context.ts'
import { explain } from '../protocol/explain.ts'
import { Failure } from '../protocol/failure.ts'
import { anyone, type Guard } from '../protocol/guard.ts'
import type { Portal } from '../protocol/portal.ts'
import { runAction } from '../protocol/run-action.ts'
import { actionContext, keyOf, openedFor, type Exchange } from './acting.ts'
import { registerUploads } from './uploads.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

/** The protocol served: shell, screens, regions, actions and uploads (protocol.md, HTTP surface). */
export async function registerUi(app: FastifyInstance, portal: Portal, cookies: VisitorCookies): Promise<void> {
  const contextOf = (request: FastifyRequest) => openedFor(portal, { request, cookies })
  app.get('/ui/shell', async (request, reply) => {
    const context = await contextOf(request)
    return prepare({ request, reply }, answerShell(portal, context)).send()
  })
  for (const definition of portal.screens) {
    for (const route of [definition.route, ...(definition.aliases ?? [])]) {
      app.get(`/ui/screens${route}`, async (request, reply) => {
        const context = await contextOf(request)
        const asked = { query: request.query, params: request.params as Record<string, string> } // named by the route
        if (wantsExplanation(request))
          return reply
            .header('cache-control', 'no-store')
            .send(await explain(portal, { definition, context, asked, bearer: bearerOf(request) }))
        const view = { context, guard: definition.guard, event: `screen:${definition.route}` }
        return sendView({ request, reply, portal }, view, () => answerScreen(portal, { definition, context, asked }))
      })
    }
  }
  app.get('/ui/regions/:name', async (request, reply) => {
    const { name } = request.params as { name: string } // named by the route
    const context = await contextOf(request)
    const definition = portal.regions.get(name)
    if (!definition) throw new Failure('route.unknown', { status: 404 })
    const view = { context, guard: definition.guard, event: `region:${name}` }
    return sendView({ request, reply, portal }, view, () =>
      answerRegion(portal, { definition, context, query: request.query }),
    )
  })
  for (const definition of portal.actions.values())
    app.post(`/ui/actions/${definition.name}`, async (request, reply) => {
      const context = await contextOf(request)
      return act(portal, { definition, context, exchange: { request, reply }, cookies })
    })
  app.post('/ui/actions/*', async (request) => {
    await contextOf(request)
    throw new Failure('route.unknown', { status: 404 })
  })
  await registerUploads(app, portal, cookies)
}

async function act(
  portal: Portal,
  { definition, context, exchange, cookies }: ActParts,
): Promise<{ effects: Effect[] }> {
  const { request } = exchange
  const { key, owner } = keyOf(request, context)
  const effects = await runAction(portal, {
    definition,
    context: actionContext(portal, { context, exchange, cookies, cause: key }),
    input: request.body ?? {},
    key,
    owner,
  })
  return { effects }
}

interface ActParts {
  definition: ActionDefinition
  context: Context
  exchange: Exchange
  cookies: VisitorCookies
}

interface View {
  context: Context
  guard: Guard
  /** `screen:/route` or `region:room.part`. */
  event: string
}

/** Sends what concerns a person, and notes that they saw it or were refused. What is for anyone is nobody's. */
async function sendView(
  { portal, ...exchange }: Exchange & { portal: Portal },
  { context, guard, event }: View,
  answer: () => Promise<object>,
): Promise<FastifyReply> {
  const note = (outcome: string) =>
    noteAccess(portal, context, { event, outcome, subject: context.visit.background ? background : '' })
  const content = await answer().catch(async (error: unknown) => {
    if (guard !== anyone) await note(outcomeOf(portal, error))
    throw error
  })
  const prepared = prepare(exchange, content)
  // An open screen that asks again by itself and hears of nothing new has shown nothing.
  if (guard !== anyone && !(prepared.isKnown && context.visit.background)) await note('ok')
  return prepared.send()
}

/** Personal or not, an answer is kept by the client only, under its ETag (protocol.md). */
function prepare({ request, reply }: Exchange, content: object): { isKnown: boolean; send: () => FastifyReply } {
  const body = JSON.stringify(content)
  const etag = etagOf(body)
  const isKnown = request.headers['if-none-match'] === etag
  void reply.header('etag', etag).header('cache-control', 'private, no-store').header('vary', 'cookie')
  const send = () => (isKnown ? reply.code(304).send() : reply.type('application/json; charset=utf-8').send(body))
  return { isKnown, send }
}

function wantsExplanation(request: FastifyRequest): boolean {
  return (request.query as Record<string, unknown>).explain === '1' // a parsed query string
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
}
