import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends a PDF, or the one piece of it that is requested (RFC 9110, 14). */
export function sendPdf({ headers }: FastifyRequest, reply: FastifyReply, content: Buffer): FastifyReply {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
  void reply.headers({ 'accept-ranges': 'bytes', etag }).type('application/pdf')
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = isCurrent ? /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') : null
  const [, from = '', to = ''] = range ?? []
  if (from === '' && to === '') return reply.send(content)
  const first = from === '' ? Math.max(0, content.length - Number(to)) : Number(from)
  const last = from === '' || to === '' ? content.length - 1 : Math.min(Number(to), content.length - 1)
  if (first > last) {
    void reply.header('content-range', `bytes */${content.length}`)
    return reply.code(416).send()
  }
  void reply.header('content-range', `bytes ${first}-${last}/${content.length}`)
  return reply.code(206).send(content.subarray(first, last + 1))
}
