import { randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import { multipart, type Part } from '../../support/multipart.ts'
import type { Effect } from '../../../schemas/effect.ts'
import type { RegionContent, Screen } from '../../../schemas/screen.ts'

/** As many connections as people are there at once. */
const agent = new Agent({ connections: 256, headersTimeout: 60_000, bodyTimeout: 60_000 })

export interface Answer {
  status: number
  text: string
  etag: string
}

interface Sent {
  body?: string | Buffer
  headers?: Record<string, string>
}

/** A person with a browser of their own: cookie and address. */
export interface Visitor {
  cookie(): string
  get(path: string): Promise<Answer>
  screen(path: string): Promise<Screen>
  region(src: string): Promise<RegionContent>
  /** Answers undefined when the portal refuses; then the act may be tried again with the same key. */
  act(name: string, input: object, key?: string): Promise<Effect[] | undefined>
  /** Throws unless the portal takes the file. */
  upload(name: string, parts: readonly Part[]): Promise<void>
}

export function openVisitor(origin: string, address = '127.0.0.1'): Visitor {
  let cookie = ''
  async function send(path: string, { body, headers: more }: Sent = {}): Promise<Answer> {
    const headers = { 'x-forwarded-for': address, cookie, ...more }
    const {
      statusCode: status,
      headers: said,
      body: stream,
    } = await request(origin + path, {
      dispatcher: agent,
      method: body ? 'POST' : 'GET',
      headers,
      body,
    })
    const given = [said['set-cookie'] ?? []].flat().find((each) => each.startsWith('portal_session='))
    if (given) cookie = given.split(';')[0] ?? ''
    return { status, text: await stream.text(), etag: String(said.etag ?? '') }
  }
  async function read(path: string): Promise<unknown> {
    const { status, text } = await send(path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  return {
    cookie: () => cookie,
    get: (path) => send(path),
    screen: async (path) => (await read(`/ui/screens${path}`)) as Screen, // the portal's tests check what it sends
    region: async (src) => (await read(`/ui/regions/${src}`)) as RegionContent, // likewise
    act: async (name, input, key = randomUUID()) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key }
      const { status, text } = await send(`/ui/actions/${name}`, { body: JSON.stringify(input), headers })
      if (status === 200) return (JSON.parse(text) as { effects: Effect[] }).effects // likewise
      if (status === 409 || status === 429 || status >= 500) return undefined
      throw new Error(`${name}: ${status} ${text.slice(0, 300)}`)
    },
    upload: async (name, parts) => {
      const { status, text } = await send(`/ui/uploads/${name}`, multipart(parts))
      if (status !== 200) throw new Error(`${name}: ${status} ${text.slice(0, 300)}`)
    },
  }
}
