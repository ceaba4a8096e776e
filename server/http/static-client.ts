import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import escapeHtml from 'escape-html'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inlinedResponsesId } from '../../schemas/inlined-responses.ts'
import type { ScreenDefinition } from '../protocol/definitions.ts'
import type { Portal } from '../protocol/portal.ts'
import { kindsIn, readChunks, type ChunkIndex } from './client-chunks.ts'
import { favicon } from './favicon.ts'
import { loadFirstResponses, loadShell, type FirstResponses } from './inlined-responses.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

interface ClientParts {
  folder: string
  cookies: VisitorCookies
}

/** Excluded from search engines: content about a person, and what is not a page. */
const robots = ['/ui/', '/user/', '/appointment/', '/admin', '/practice/']

/** Serves the built client: hashed assets, cached without limit, and the one page on every other route. */
export async function registerClient(
  app: FastifyInstance,
  portal: Portal,
  { folder, cookies }: ClientParts,
): Promise<void> {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return // tests of the HTTP surface need no client
  const template = { html: readFileSync(page, 'utf8'), chunks: readChunks(folder) }
  await app.register(fastifyStatic, {
    root: resolve(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  })
  app.get('/favicon.svg', async (request, reply) => {
    const shell = await loadShell(portal, { request, cookies })
    return reply.header('cache-control', 'no-cache').type('image/svg+xml').send(favicon(shell))
  })
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\n${robots.map((path) => `Disallow: ${path}\n`).join('')}`),
  )
  const pageOf = (definition?: ScreenDefinition) => async (request: FastifyRequest, reply: FastifyReply) => {
    const responses = isOpened(request) ? await loadFirstResponses(portal, { definition, request, cookies }) : undefined
    if (responses?.redirect) return reply.header('cache-control', 'no-store').redirect(responses.redirect)
    return sendPage(reply, { template, responses, isKnown: definition !== undefined })
  }
  for (const definition of portal.screens)
    for (const route of [definition.route, ...(definition.aliases ?? [])]) app.get(route, pageOf(definition))
  const unknownPage = pageOf()
  app.get('/*', (request, reply) =>
    /^\/(ui|assets|control)\//.test(request.url) ? reply.callNotFound() : unknownPage(request, reply),
  )
}

/** Whether a person opens a page: neither a prefetch nor a request for a missing image or script. */
function isOpened({ method, headers }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest'] ?? 'document' // older browsers send none
  return (
    method === 'GET' && headers['sec-purpose'] === undefined && ['document', 'iframe'].includes(String(destination))
  )
}

interface Page {
  template: { html: string; chunks: ChunkIndex }
  responses: FirstResponses | undefined
  isKnown: boolean
}

function sendPage(reply: FastifyReply, { template, responses, isKnown }: Page): FastifyReply {
  const html = template.html.replaceAll('__CSP_NONCE__', reply.cspNonce.style)
  return reply
    .code(isKnown ? 200 : 404)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(responses ? withResponses(html, { chunks: template.chunks, responses }) : html)
}

/** Inlines the first responses and preloads the files of their blocks, so that nothing waits for a second request. */
function withResponses(html: string, { chunks, responses }: { chunks: ChunkIndex; responses: FirstResponses }): string {
  const { shell, screen } = responses
  const brand = shell.body.brand.name
  const { scripts, styles } = chunks.forKinds(kindsIn(screen?.body))
  const head = [
    `<meta name="theme-color" content="${shell.body.theme.primary}">`,
    ...chunks
      .fontsFor(shell.body.theme.typeface)
      .map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    `<title data-initial>${escapeHtml(brand)}</title>`,
    `<meta name="description" content="${escapeHtml(`Patient portal of ${brand}.`)}">`,
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...scripts.map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="application/json" id="${inlinedResponsesId}">${jsonInHtml([shell, ...(screen ? [screen] : [])])}</script>`,
  ]
  return html.replace('</head>', () => `${head.join('')}</head>`)
}

/** Escapes `<`, the only character that could end a script element. */
function jsonInHtml(content: object): string {
  return JSON.stringify(content).replaceAll('<', '\\u003c')
}
