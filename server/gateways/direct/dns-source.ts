import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { on, once } from 'node:events'
import { connect, isIPv6 } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { domainToASCII } from 'node:url'
import { decode, encode, RECURSION_DESIRED, TRUNCATED_RESPONSE, type Answer, type Packet } from 'dns-packet'
import { DirectError } from './direct.errors.ts'
import type { CertificateSource } from './find-certificates.ts'

/** A resolver that answers recursive queries. */
export interface DnsPlace {
  host: string
  port?: number
  /** The limit for each attempt. */
  timeoutMs?: number
}

type Resolver = Required<DnsPlace>

/** Of a response that is not divided on its way (DNS flag day 2020). */
const udpPayloadSize = 1232
const attempts = 2
const nameError = 3
const pkix = 1

/**
 * Certificates that a domain publishes as CERT records (RFC 4398): under the address with a dot for its `@`, then
 * under its domain, as the Applicability Statement §5.3 has it.
 */
export function dnsSource({ host, port = 53, timeoutMs = 3000 }: DnsPlace): CertificateSource {
  return {
    find: async (address) => {
      const certificates: Buffer[] = []
      for (const name of namesOf(address)) certificates.push(...(await certificatesAt(name, { host, port, timeoutMs })))
      return certificates
    },
  }
}

/** Names with labels that DNS cannot have are left out. */
function namesOf(address: string): string[] {
  const at = address.lastIndexOf('@')
  if (at < 1) return []
  const domain = domainToASCII(address.slice(at + 1)).toLowerCase()
  const names = [`${address.slice(0, at).toLowerCase()}.${domain}`, domain]
  return names.filter((name) => name.length <= 253 && /^([\x21-\x2d\x2f-\x7e]{1,63}(\.|$))+$/.test(name))
}

async function certificatesAt(name: string, resolver: Resolver): Promise<Buffer[]> {
  const { flags = 0, answers = [] } = await resolve(name, resolver)
  const code = flags & 0x0f
  if (code !== 0 && code !== nameError) throw new DirectError('unreachable', `DNS response ${code}`)
  return answers.flatMap(certificateOf)
}

/** The data of a record: type, key tag, algorithm, certificate. Only PKIX is in use. */
function certificateOf(answer: Answer): Buffer[] {
  if (answer.type !== 'CERT' || answer.data.length <= 5 || answer.data.readUInt16BE(0) !== pkix) return []
  return [answer.data.subarray(5)]
}

async function resolve(name: string, resolver: Resolver): Promise<Packet> {
  const id = randomInt(0x10000)
  const query = encode({
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    questions: [{ type: 'CERT', name }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  })
  try {
    const response = decode(await overUdp(query, resolver))
    return (response.flags ?? 0) & TRUNCATED_RESPONSE ? decode(await overTcp(query, resolver)) : response
  } catch (error) {
    throw new DirectError('unreachable', `DNS: ${error instanceof Error ? error.name : ''}`)
  }
}

async function overUdp(query: Buffer, resolver: Resolver): Promise<Buffer> {
  for (let attempt = 1; attempt < attempts; attempt++) {
    try {
      return await oneDatagram(query, resolver)
    } catch {
      // Lost, or refused for now.
    }
  }
  return oneDatagram(query, resolver)
}

/** A connected socket takes datagrams of the resolver only; those of other queries are ignored. */
async function oneDatagram(query: Buffer, { host, port, timeoutMs }: Resolver): Promise<Buffer> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const messages = on(socket, 'message', { signal }) as AsyncIterable<[Buffer]> // what the event has
    socket.connect(port, host)
    await once(socket, 'connect', { signal })
    socket.send(query)
    for await (const [message] of messages)
      if (message.length > 2 && message.readUInt16BE(0) === query.readUInt16BE(0)) return message
    throw new Error('no response')
  } finally {
    socket.close()
  }
}

/** A message is preceded by its length (RFC 1035 §4.2.2). */
async function overTcp(query: Buffer, { host, port, timeoutMs }: Resolver): Promise<Buffer> {
  const socket = addAbortSignal(AbortSignal.timeout(timeoutMs), connect({ host, port }))
  const length = Buffer.alloc(2)
  length.writeUInt16BE(query.length)
  socket.write(Buffer.concat([length, query]))
  let received = Buffer.alloc(0)
  const chunks = socket as AsyncIterable<Buffer> // without an encoding
  for await (const chunk of chunks) {
    received = Buffer.concat([received, chunk])
    const expected = received.length < 2 ? Infinity : received.readUInt16BE(0) + 2
    if (received.length >= expected) return received.subarray(2, expected)
  }
  throw new Error('no whole response')
}
