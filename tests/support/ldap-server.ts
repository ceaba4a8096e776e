import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Constructed, Enumerated, fromBER, Integer, OctetString, Sequence, Set as Asn1Set, type AsnType } from 'asn1js'

/** Entries by their name; that with an empty name is the root, which lists the naming contexts. */
export type Directory = Record<string, Record<string, (Buffer | string)[]>>

export interface LdapServer {
  port: number
  /** The bases and filters of the searches so far, as bytes. */
  searches: Buffer[]
  close(): Promise<void>
}

const searchRequest = 3
const searchEntry = 4
const searchDone = 5
const application = 2

/** Starts a directory on 127.0.0.1 that responds to each search with all entries below its base. */
export async function startLdapServer(directory: Directory): Promise<LdapServer> {
  const searches: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (request: Buffer) => respond(socket, { request, directory, searches }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const close = async () => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
    await once(server, 'close')
  }
  return { port, searches, close }
}

interface Request {
  request: Buffer
  directory: Directory
  searches: Buffer[]
}

/** A message has its number, then its operation, tagged with its kind (RFC 4511 §4.1.1). */
function respond(socket: Socket, { request, directory, searches }: Request): void {
  const { result } = fromBER(new Uint8Array(request))
  if (!(result instanceof Sequence)) return
  const [id, operation] = result.valueBlock.value
  if (!(id instanceof Integer) || !(operation instanceof Constructed)) return
  if (operation.idBlock.tagNumber !== searchRequest) return
  const [base] = operation.valueBlock.value
  if (!(base instanceof OctetString)) return
  searches.push(request)
  const name = Buffer.from(base.getValue()).toString()
  const below = Object.entries(directory).filter(([entry]) => (name === '' ? entry === '' : entry.endsWith(name)))
  const responses = below.map(([entry, values]) => tagged(searchEntry, [octets(entry), attributesOf(values)]))
  const done = tagged(searchDone, [new Enumerated({ value: 0 }), octets(''), octets('')])
  for (const response of [...responses, done])
    socket.write(
      Buffer.from(new Sequence({ value: [new Integer({ value: id.valueBlock.valueDec }), response] }).toBER()),
    )
}

const octets = (value: Buffer | string) => new OctetString({ valueHex: Uint8Array.from(Buffer.from(value)) })

const tagged = (tagNumber: number, value: AsnType[]) =>
  new Constructed({ idBlock: { tagClass: application, tagNumber }, value })

const attributesOf = (values: Directory[string]) =>
  new Sequence({
    value: Object.entries(values).map(
      ([name, each]) => new Sequence({ value: [octets(name), new Asn1Set({ value: each.map(octets) })] }),
    ),
  })
