import type { IncomingMessage, ServerResponse } from 'node:http'

export const etag = '"one"'

/** Sends a file, or the requested piece of it, as a record server does that serves pieces. */
export function sendPiece({ headers }: IncomingMessage, response: ServerResponse, content: Buffer): void {
  response.setHeader('accept-ranges', 'bytes').setHeader('etag', etag)
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  if (first === undefined || (headers['if-range'] ?? etag) !== etag) {
    response.setHeader('content-length', content.length).end(content)
    return
  }
  if (Number(first) >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
    return
  }
  const piece = content.subarray(Number(first), Number(last) + 1)
  const range = `bytes ${first}-${Number(first) + piece.length - 1}/${content.length}`
  response.writeHead(206, { 'content-range': range, 'content-length': piece.length }).end(piece)
}
