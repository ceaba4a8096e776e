import { createServer, type AddressInfo, type Socket } from 'node:net'

/** How the stand-in replies: by the content, or with a reply that is no verdict. */
type ClamdMood = keyof typeof answers | 'hangs' | 'breaks'

export interface ClamdStandIn {
  port: number
  mood: ClamdMood
  /** The content it received, complete streams only. */
  scanned: Buffer[]
  close(): Promise<void>
}

const command = Buffer.from('zINSTREAM\0')
const answers = {
  works: 'stream: OK\0',
  finds: 'stream: Test.Signature FOUND\0',
  'finds a password': 'stream: Heuristics.Encrypted.PDF FOUND\0',
  'finds too much': 'stream: Heuristics.Limits.Exceeded.MaxScanSize FOUND\0',
  'finds what is unwanted': 'stream: PUA.Win.Tool.Packed-177 FOUND\0',
  'reaches its limit': 'INSTREAM size limit exceeded. ERROR\0',
  errs: 'Command invalid ERROR\0',
}

/** A stand-in for clamd that understands INSTREAM. */
export async function openClamd(): Promise<ClamdStandIn> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let sent = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      sent = Buffer.concat([sent, chunk])
      const stream = streamIn(sent)
      if (stream) answer(socket, stream)
    })
  })
  const answer = (socket: Socket, stream: Buffer) => {
    standIn.scanned.push(stream)
    if (standIn.mood === 'hangs') return
    if (standIn.mood === 'breaks') socket.destroy()
    else socket.end(answers[standIn.mood])
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: ClamdStandIn = {
    port: (server.address() as AddressInfo).port, // a TCP server has an address with a port
    mood: 'works',
    scanned: [],
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return standIn
}

/** Returns the content of a complete command; undefined while it is incomplete. Throws if it is not INSTREAM. */
function streamIn(sent: Buffer): Buffer | undefined {
  if (sent.length < command.length) return undefined
  if (!sent.subarray(0, command.length).equals(command)) throw new Error('not an INSTREAM command')
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= sent.length;) {
    const length = sent.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(sent.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
