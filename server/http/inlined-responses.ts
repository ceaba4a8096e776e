import type { FastifyRequest } from 'fastify'
import type { InlinedResponse } from '../../schemas/inlined-responses.ts'
import type { Shell } from '../../schemas/shell.ts'
import { openContext, type Context } from '../protocol/context.ts'
import type { ScreenDefinition } from '../protocol/definitions.ts'
import type { Portal } from '../protocol/portal.ts'
import { Failure } from '../protocol/failure.ts'
import { viewFirstScreen, viewShell, type ViewInput, type Encoded } from '../protocol/view-pipeline.ts'
import { openedFor } from './acting.ts'
import { problemOf } from './problems.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

/** What a page needs first, as `GET /ui/shell` and `GET /ui/screens/…` would return it. */
export interface FirstResponses {
  shell: InlinedResponse & { body: Shell }
  /** Undefined if it takes too long; the client then requests it. */
  screen?: InlinedResponse
  /** Where the person has to go first, such as to the sign-in. */
  redirect?: string
}

interface FirstScreen {
  /** Undefined on a route that no screen has. */
  definition: ScreenDefinition | undefined
  request: FastifyRequest
  cookies: VisitorCookies
}

/** Returns undefined on an unknown host. A refused screen is returned with its problem. */
export async function loadFirstResponses(
  portal: Portal,
  { definition, request, cookies }: FirstScreen,
): Promise<FirstResponses | undefined> {
  if (!request.licensee) return undefined
  const asOf = portal.hints.asOf()
  const context = await openedFor(portal, { request, cookies })
  const shell = responseOf<Shell>({ url: '/ui/shell', asOf }, await encodedShell(portal, context))
  const url = `/ui/screens${request.originalUrl}`
  const input: ViewInput = { query: request.query, params: request.params as Record<string, string> } // named by the route
  try {
    if (!definition) throw new Failure('route.unknown', { status: 404 })
    const encoded = await viewFirstScreen(portal, { definition, context, input })
    return { shell, screen: encoded && responseOf({ url, asOf }, encoded) }
  } catch (error) {
    const problem = problemOf(portal, { error, request, url })
    return { shell, screen: { url, asOf, status: problem.status, body: problem }, redirect: problem.redirect }
  }
}

/** Returns undefined on an unknown host. */
export async function loadShell(
  portal: Portal,
  { request, cookies }: Pick<FirstScreen, 'request' | 'cookies'>,
): Promise<Shell | undefined> {
  if (!request.licensee) return undefined
  const { body } = await encodedShell(portal, await openedFor(portal, { request, cookies }))
  return JSON.parse(body) as Shell // encoded from one
}

function encodedShell(portal: Portal, context: Context): Promise<Encoded> {
  return viewShell(portal, { context: freshContext(portal, context), knownEtag: undefined })
}

/** A context with a trace of its own: shell and screen depend on different things. */
function freshContext(portal: Portal, context: Context): Context {
  return openContext({ ...context, settings: portal.settings, now: portal.now })
}

function responseOf<B extends object>(
  of: Pick<InlinedResponse, 'url' | 'asOf'>,
  { body, etag }: Encoded,
): InlinedResponse & { body: B } {
  return { ...of, status: 200, etag, body: JSON.parse(body) as B } // encoded from one
}
