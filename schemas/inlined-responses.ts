/** A response of the server that the page contains, so that the client need not fetch it. */
export interface InlinedResponse {
  /** Path and query under `/ui/`. */
  url: string
  status: number
  etag?: string
  /** The header X-As-Of: see `Drawn` in live.ts. */
  asOf: string
  /** A shell, a screen or a problem. */
  body: object
}

/** The id of the element that holds a page's InlinedResponse[] as JSON. */
export const inlinedResponsesId = 'inlined-responses'
