import { inlinedResponsesId, type InlinedResponse } from '../../schemas/inlined-responses.ts'

/** Serves each response that the page contains once, then fetches. */
export function withInlinedResponses(fetcher: typeof fetch, page: Document): typeof fetch {
  const json = page.getElementById(inlinedResponsesId)?.textContent ?? '[]'
  const responses = new Map((JSON.parse(json) as InlinedResponse[]).map((response) => [response.url, response])) // written by the server
  return async (input, init) => {
    const response = typeof input === 'string' ? responses.get(input) : undefined
    if (!response) return fetcher(input, init)
    responses.delete(response.url)
    const { status, etag, asOf, body } = response
    return Response.json(body, { status, headers: { 'x-as-of': asOf, ...(etag ? { etag } : {}) } })
  }
}
