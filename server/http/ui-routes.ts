import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerRegion, answerScreen, answerShell, etagOf } from '../ui/answer.ts'
import type { ActionContext, ActionDefinition } from '../ui/definitions.ts'
import { openContext, type Context } from '../ui/context.ts'
import { explain } from '../ui/explain.ts'
import { Failure } from '../ui/failure.ts'
import type { Portal } from '../ui/portal.ts'
import { runAction } from '../ui/run-action.ts'
import { hashOfSession } from './session-store.ts'
import { keepSession, personOf, sessionControl } from './sessions.ts'

/** The protocol served: shell, screens, regions and actions (protocol.md, HTTP surface). */
export function registerUi(app: FastifyInstance, portal: Portal): void {
  app.get('/ui/shell', async (request, reply) => {
    const context = await contextOf(portal, request)
    return sendConditionally({ request, reply }, answerShell(portal, context))
  })
  for (const definition of portal.screens) {
    for (const route of [definition.route, ...(definition.aliases ?? [])]) {
      app.get(`/ui/screens${route}`, async (request, reply) => {
        const context = await contextOf(portal, request)
        const asked = { query: request.query, params: request.params as Record<string, string> } // named by the route
        if (wantsExplanation(request))
          return reply
            .header('cache-control', 'no-store')
            .send(await explain(portal, { definition, context, asked, bearer: bearerOf(request) }))
        return sendConditionally({ request, reply }, await answerScreen(portal, { definition, context, asked }))
      })
    }
  }
  app.get('/ui/regions/:name', async (request, reply) => {
    const { name } = request.params as { name: string } // named by the route
    const context = await contextOf(portal, request)
    const definition = portal.regions.get(name)
    if (!definition) throw new Failure('route.unknown', { status: 404 })
    return sendConditionally(
      { request, reply },
      await answerRegion(portal, { definition, context, query: request.query }),
    )
  })
  for (const definition of portal.actions.values())
    app.post(`/ui/actions/${definition.name}`, (request) => act(portal, { definition, request }))
  app.post('/ui/actions/*', async (request) => {
    await contextOf(portal, request)
    throw new Failure('route.unknown', { status: 404 })
  })
}

async function act(portal: Portal, { definition, request }: { definition: ActionDefinition; request: FastifyRequest }) {
  const context = await contextOf(portal, request)
  const key = request.headers['idempotency-key']
  const cause = typeof key === 'string' ? key : undefined
  const owner = context.person
    ? hashOfSession(request.session.sessionId)
    : `visitor:${context.licensee.id}:${request.ip}`
  const effects = await runAction(portal, {
    definition,
    context: actionContext(portal, { context, request, cause }),
    input: request.body ?? {},
    key: cause,
    owner,
  })
  return { effects }
}

function actionContext(
  portal: Portal,
  { context, request, cause }: { context: Context; request: FastifyRequest; cause?: string },
): ActionContext {
  const session = sessionControl(request, {
    licenseeId: context.licensee.id,
    onEnd: (hash) => portal.hints.endSession(hash),
  })
  // Not spread: a context's methods and its trace stay one object.
  return Object.assign(context, {
    session,
    address: request.ip,
    publish: (topics: string[]) => portal.hints.publish({ topics, cause }),
  })
}

async function contextOf(portal: Portal, request: FastifyRequest): Promise<Context> {
  const { licensee } = request
  if (!licensee) throw new Failure('site.unknown', { status: 421 })
  await keepSession(request, portal)
  return openContext({
    licensee,
    book: portal.book,
    person: personOf(request, licensee.id),
    requestId: request.id,
    now: portal.now,
  })
}

/** Personal or not, an answer is kept by the client only, under its ETag (protocol.md). */
function sendConditionally(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  content: object,
): FastifyReply {
  const body = JSON.stringify(content)
  const etag = etagOf(body)
  void reply.header('etag', etag).header('cache-control', 'private, no-store').header('vary', 'cookie')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

function wantsExplanation(request: FastifyRequest): boolean {
  return (request.query as Record<string, unknown>).explain === '1' // a parsed query string
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
}
