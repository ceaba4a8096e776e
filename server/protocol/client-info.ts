/** The origin of a request, and what its browser stores for the portal. */
export interface ClientInfo {
  /** The network address, behind trusted proxies. */
  address: string
  /** The key under which attempts are counted: for an IPv6 address its network. */
  network: string
  /** Scheme, host and port as the browser sees them: `https://portal.example.org`. */
  origin: string
  /** The browser's User-Agent header. */
  agent: string
  /** Identifies the session of the request; it cannot be used to sign in. */
  sessionHash: string
  /** A reload that no person requested. */
  background: boolean
  /** The identity of the shell that the page was drawn with (schemas/shell.ts). */
  identity?: string
  /** Aborted when the browser that requested a file has closed the connection. */
  gone?: AbortSignal
  /** Returns the secret id of a flow that this browser has begun, in this request too. */
  flowId(purpose: string): string | undefined
  /** Whether this browser has proven this identity before. */
  knows(identity: string): boolean
}

/** The client of code that runs without a request. */
export const noClient: ClientInfo = {
  address: '',
  network: '',
  origin: '',
  agent: '',
  sessionHash: '',
  background: false,
  flowId: () => undefined,
  knows: () => false,
}
