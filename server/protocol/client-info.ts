/** Where a request comes from, and what its browser keeps for the portal. */
export interface ClientInfo {
  /** The network address, behind trusted proxies. */
  address: string
  /** What tries from there count under: of an IPv6 address its network. */
  network: string
  /** Scheme, host and port as the browser sees them: `https://portal.example.org`. */
  origin: string
  /** The browser's own words about itself. */
  agent: string
  /** Names the session of the request; nobody can sign in with it. */
  sessionHash: string
  /** A refresh that no person asked for. */
  background: boolean
  /** The secret id of a flow of several steps that this browser has begun. */
  flowId(purpose: string): string | undefined
  /** Whether somebody has signed in with this identity in this browser before. */
  knows(identity: string): boolean
}

/** A request that comes from noClient in particular. */
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
