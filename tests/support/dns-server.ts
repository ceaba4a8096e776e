import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { decode, encode, TRUNCATED_RESPONSE, type Answer } from 'dns-packet'

/** How a name server answers: records by `TYPE name`, or a response code; `silent` sends nothing. */
export type Zone = Record<string, Answer[] | number | 'silent'>

export interface DnsServer {
  port: number
  /** The questions so far, such as `CERT example.org over udp`. */
  questions: string[]
  zone: Zone
  close(): Promise<void>
}

const nameError = 3
const mostUdpBytes = 1232

/** Starts a name server on 127.0.0.1, over UDP and TCP on one port. */
export async function startDnsServer(zone: Zone = {}): Promise<DnsServer> {
  const dns: Omit<DnsServer, 'port' | 'close'> = { zone, questions: [] }
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (query: Buffer) => {
      const response = respond(dns, { query: query.subarray(2), over: 'tcp' })
      const length = Buffer.alloc(2)
      length.writeUInt16BE(response?.length ?? 0)
      if (response) socket.end(Buffer.concat([length, response]))
    })
  })
  const port = await listen(tcp)
  const udp = createSocket('udp4').bind(port, '127.0.0.1')
  udp.on('message', (query, { port: from, address }) => {
    const response = respond(dns, { query, over: 'udp' })
    if (response) udp.send(response, from, address)
  })
  await once(udp, 'listening')
  const close = async () => {
    udp.close()
    tcp.close()
    await once(tcp, 'close')
  }
  return { ...dns, port, close }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // it listens on a port
}

interface Question {
  query: Buffer
  over: 'udp' | 'tcp'
}

function respond({ zone, questions }: Pick<DnsServer, 'zone' | 'questions'>, { query, over }: Question) {
  const { id, questions: queried = [] } = decode(query)
  const { type = 'NULL', name = '' } = queried[0] ?? {}
  questions.push(`${type} ${name} over ${over}`)
  const records = zone[`${type} ${name}`] ?? nameError
  if (records === 'silent') return undefined
  const code = typeof records === 'number' ? records : 0
  const answers = typeof records === 'number' ? [] : records
  const response = encode({ type: 'response', id, flags: code, questions: queried, answers })
  if (over === 'tcp' || response.length <= mostUdpBytes) return response
  return encode({ type: 'response', id, flags: TRUNCATED_RESPONSE, questions: queried })
}
