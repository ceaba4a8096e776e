import { inlinedResponsesId, type InlinedResponse } from '../../schemas/inlined-responses.ts'

/** Serves each response that the page contains once, then fetches. They leave the page, which may outlive the session. */
export function withInlinedResponses(fetcher: typeof fetch, page: Document): typeof fetch {
  const inlined = page.getElementById(inlinedResponsesId)
  const json = inlined?.textContent ?? '[]'
  inlined?.remove()
  const responses = new Map((JSON.parse(json) as InlinedResponse[]).map((response) => [response.url, response])) // written by the server
  return async (input, init) => {
    const response = typeof input === 'string' ? responses.get(input) : undefined
    if (!response) return fetcher(input, init)
    responses.delete(response.url)
    const { status, etag, asOf, body } = response
    return Response.json(body, { status, headers: { 'x-as-of': asOf, ...(etag ? { etag } : {}) } })
  }
}
