import { threadEntry } from '../../places.ts'
import { inThread } from '../../threads/in-thread.ts'

/** In bytes. */
const long = 1024 * 1024

/**
 * Parses an answer that may contain documents. A long one is parsed in a thread, so that it takes neither the turns nor
 * the memory of requests, and its long texts come as bytes of UTF-8. Throws SyntaxError, and `TooCostly`.
 */
export async function parseLongAnswer(body: ArrayBuffer): Promise<unknown> {
  if (body.byteLength <= long) return JSON.parse(Buffer.from(body).toString('utf8'))
  const entry = threadEntry('gateways/emr/parse-answer.ts')
  const output = await inThread<{ value: unknown; isNoJson?: undefined } | { isNoJson: true }>(entry, body, {
    transfer: [body],
  })
  if (output.isNoJson) throw new SyntaxError('not JSON')
  return output.value
}
