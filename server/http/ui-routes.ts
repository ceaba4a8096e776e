import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runAction } from '../protocol/act-pipeline.ts'
import { explain } from '../protocol/explain.ts'
import { bearerOf } from './bearer.ts'
import { Failure } from '../protocol/failure.ts'
import type { Portal } from '../protocol/portal.ts'
import { viewRegion, viewScreen, viewShell, type ViewInput, type Encoded } from '../protocol/view-pipeline.ts'
import { actionContext, keyOf, openedFor } from './acting.ts'
import { registerUploads } from './uploads.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

/** The routes of the protocol: shell, screens, regions, actions and uploads (protocol.md, HTTP surface). */
export async function registerUi(app: FastifyInstance, portal: Portal, cookies: VisitorCookies): Promise<void> {
  const contextOf = (request: FastifyRequest) => openedFor(portal, { request, cookies })
  app.get('/ui/shell', async (request, reply) => {
    const context = await contextOf(request)
    return send(reply, await viewShell(portal, { context, knownEtag: knownEtagIn(request) }))
  })
  for (const definition of portal.screens) {
    for (const route of [definition.route, ...(definition.aliases ?? [])]) {
      app.get(`/ui/screens${route}`, async (request, reply) => {
        const view = { definition, context: await contextOf(request), input: inputOf(request) }
        if (wantsExplanation(request))
          return reply
            .header('cache-control', 'no-store')
            .send(await explain(portal, { ...view, bearer: bearerOf(request) }))
        return send(reply, await viewScreen(portal, { ...view, knownEtag: knownEtagIn(request) }))
      })
    }
  }
  app.get('/ui/regions/:name', async (request, reply) => {
    const context = await contextOf(request)
    const input = inputOf(request)
    const definition = portal.regions.get(input.params.name ?? '')
    if (!definition) throw new Failure('route.unknown', { status: 404 })
    return send(reply, await viewRegion(portal, { definition, context, input, knownEtag: knownEtagIn(request) }))
  })
  for (const definition of portal.actions.values())
    app.post(`/ui/actions/${definition.name}`, async (request, reply) => {
      const opened = await contextOf(request)
      const { key, owner } = keyOf(request, opened)
      const context = actionContext(portal, { context: opened, exchange: { request, reply }, cookies, cause: key })
      return { effects: await runAction(portal, { definition, context, input: request.body ?? {}, key, owner }) }
    })
  app.post('/ui/actions/*', async (request) => {
    await contextOf(request)
    throw new Failure('route.unknown', { status: 404 })
  })
  await registerUploads(app, portal, cookies)
}

/** Every response, personal or not, is cached by the client only, under its ETag (protocol.md). */
function send(reply: FastifyReply, { body, etag, isKnown }: Encoded): FastifyReply {
  void reply.header('etag', etag).header('cache-control', 'private, no-store').header('vary', 'cookie')
  return isKnown ? reply.code(304).send() : reply.type('application/json; charset=utf-8').send(body)
}

function inputOf({ query, params }: FastifyRequest): ViewInput {
  return { query, params: params as Record<string, string> } // the route names the parameters
}

function knownEtagIn({ headers }: FastifyRequest): string | undefined {
  return headers['if-none-match']
}

function wantsExplanation(request: FastifyRequest): boolean {
  return (request.query as Record<string, unknown>).explain === '1' // a parsed query string
}
