import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import contentDisposition from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FileContent, RequestedPiece } from '../protocol/definitions.ts'
import { Failure } from '../protocol/failure.ts'
import type { Portal } from '../protocol/portal.ts'
import { isEtagIn, viewFile } from '../protocol/view-pipeline.ts'
import { openedFor } from './acting.ts'
import { baseName } from './file-name.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

/** The file routes of features, protected by their guards. */
export function registerFiles(app: FastifyInstance, portal: Portal, cookies: VisitorCookies): void {
  for (const definition of portal.files) {
    const isByPage = definition.kind === 'picture'
    app.get(definition.route, async (request, reply) => {
      const context = await openedFor(portal, { request, cookies, isByPage })
      context.client = { ...context.client, gone: goneOf(reply) }
      const params = request.params as Record<string, string> // named by the route
      const input = { query: request.query, params, requestedPiece: requestedPieceOf(request) }
      const content = await viewFile(portal, { definition, context, input }).catch((error: unknown) => {
        noteTotal(reply, error)
        throw error
      })
      if (definition.kind === 'picture') return sendPicture({ request, reply }, content)
      return definition.kind === 'inline' ? sendInline(reply, content) : sendDownload(reply, content)
    })
  }
}

/** Is aborted when the browser closes the connection: what is drawn for it alone ends. */
function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(new Failure('file.gone', { status: 499 })))
  return gone.signal
}

/** Always downloaded, never opened in the portal's own origin. */
function sendDownload(reply: FastifyReply, content: FileContent): FastifyReply {
  return sendFile(reply, { content, disposition: 'attachment' })
}

/** Shown in a frame of the portal's own pages by the browser's viewer; nothing may run or load in it. */
function sendInline(reply: FastifyReply, content: FileContent): FastifyReply {
  void reply.header('content-security-policy', "default-src 'none'; object-src 'self'; frame-ancestors 'self'")
  return sendFile(reply, { content, disposition: 'inline' })
}

interface SentFile {
  content: FileContent
  disposition: 'attachment' | 'inline'
}

function sendFile(reply: FastifyReply, { content, disposition }: SentFile): FastifyReply {
  const name = baseName(content.name)
  return reply
    .code(content.piece ? 206 : 200)
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': contentDisposition(name, { type: disposition, fallback: name.replace(/[^ -~]/g, '?') }),
      'x-content-type-options': 'nosniff',
      ...lengthHeaders(content),
    })
    .type(content.type)
    .send(content.body)
}

/** The length is stated, so that a browser reports a transfer that breaks off as failed. */
function lengthHeaders({ bytes, pieces, piece }: FileContent): Record<string, string | number> {
  return {
    ...(bytes === undefined ? {} : { 'content-length': bytes }),
    ...(pieces ? { 'accept-ranges': 'bytes', ...validatorHeader(pieces) } : {}),
    ...(pieces && piece ? { 'content-range': `bytes ${piece.first}-${piece.last}/${pieces.total}` } : {}),
  }
}

function validatorHeader({ validator }: NonNullable<FileContent['pieces']>): Record<string, string> {
  if (validator === undefined) return {}
  return validator.startsWith('"') ? { etag: validator } : { 'last-modified': validator }
}

/**
 * Returns the piece that a browser requests; undefined if it requests the whole file, several pieces, or what is no range
 * (RFC 9110, 14.2).
 */
function requestedPieceOf({ method, headers }: FastifyRequest): RequestedPiece | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  const ifRange = headers['if-range']
  const condition = typeof ifRange === 'string' ? { ifRange } : {}
  if (method !== 'GET' || (first === '' && last === '')) return undefined
  if (first === '') return { range: { suffix: Number(last) }, ...condition }
  if (last === '') return { range: { first: Number(first) }, ...condition }
  return Number(last) < Number(first)
    ? undefined
    : { range: { first: Number(first), last: Number(last) }, ...condition }
}

/** Says how long a file is of which there is no such piece. */
function noteTotal(reply: FastifyReply, error: unknown): void {
  if (!(error instanceof Failure) || error.code !== 'file.range') return
  void reply.header('content-range', `bytes */${error.options.params?.total}`)
}

/** Pictures rarely change and are not personal; but a removed one should disappear soon. */
const keptForSeconds = 300

/** Serves a picture from the portal's own origin, because the CSP allows no other. */
async function sendPicture(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { body: content, type }: FileContent,
): Promise<FastifyReply> {
  const body = content instanceof Readable ? await buffer(content) : content
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  void reply.headers({
    'cache-control': `private, max-age=${keptForSeconds}, must-revalidate`,
    etag,
    vary: 'cookie',
    'x-content-type-options': 'nosniff',
  })
  if (isEtagIn(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(body)
}
