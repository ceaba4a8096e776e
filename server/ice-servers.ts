import { createHmac } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { closed } from '../schemas/base.ts'

const IceServer = closed({
  urls: Type.Array(Type.String({ pattern: '^(stuns?|turns?):[^\\s]+$' }), { minItems: 1 }),
  username: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
})
/** A server that helps two browsers to connect (STUN, TURN). */
export type IceServer = Static<typeof IceServer>

const List = Compile(Type.Array(IceServer))

/** Parses a JSON list in the browsers' format, or comma-separated URLs; undefined if it is neither. */
export function iceServersIn(text: string): IceServer[] | undefined {
  const list: unknown = text.trim().startsWith('[') ? parsed(text) : addressesIn(text)
  return List.Check(list) ? list : undefined
}

function addressesIn(text: string): IceServer[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((address) => ({ urls: [address] }))
}

function parsed(text: string): unknown {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return undefined
    return list.map((each: unknown) => withList(each))
  } catch {
    return undefined
  }
}

/** Browsers also accept one URL instead of a list. */
function withList(server: unknown): unknown {
  if (typeof server !== 'object' || server === null || !('urls' in server)) return server
  return { ...server, urls: [server.urls].flat() }
}

export interface IceOptions {
  servers: readonly IceServer[]
  /** The secret shared with the TURN server. */
  secret?: string
  /** The user name at the TURN server; it must not identify a person. */
  name: string
  until: Date
}

/**
 * Returns the servers for one call. TURN servers without credentials of their own get some that expire with the call:
 * `expiry:name` and base64(HMAC-SHA1(secret, username)), as coturn's use-auth-secret (draft-uberti-behave-turn-rest)
 * checks them.
 */
export function iceServersFor({ servers, secret, name, until }: IceOptions): IceServer[] {
  if (secret === undefined) return [...servers]
  const username = `${Math.floor(until.getTime() / 1000)}:${name}`
  const credential = createHmac('sha1', secret).update(username).digest('base64')
  return servers.map((server) =>
    server.username === undefined && server.urls.some((url) => /^turns?:/.test(url))
      ? { ...server, username, credential }
      : server,
  )
}
