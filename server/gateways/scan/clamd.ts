import { connect, type Socket } from 'node:net'
import { ScanUnavailable } from './scan.errors.ts'
import type { Verdict } from './scan.ts'

export interface ClamdPlace {
  host: string
  port: number
}

const chunkBytes = 64 * 1024
/** A verdict is one short line. */
const mostAnswer = 4096

/**
 * Scans with clamd's INSTREAM command: chunks preceded by their lengths, terminated by a length of 0. Throws
 * ScanUnavailable.
 */
export async function askClamd(
  { host, port, timeoutMs }: ClamdPlace & { timeoutMs: number },
  content: Buffer,
): Promise<Verdict> {
  const socket = connect({ host, port })
  const timer = setTimeout(() => socket.destroy(new ScanUnavailable('no answer in time')), timeoutMs)
  try {
    const answer = responseOf(socket)
    socket.write('zINSTREAM\0')
    for (let at = 0; at < content.length; at += chunkBytes) {
      const chunk = content.subarray(at, at + chunkBytes)
      socket.write(lengthOf(chunk.length))
      socket.write(chunk)
    }
    socket.write(lengthOf(0))
    return verdictIn(await answer)
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Reads up to the terminating zero byte. */
function responseOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      if (answer.includes('\0') || answer.length > mostAnswer) resolve(answer)
    })
    socket.once('close', () => reject(new ScanUnavailable('no verdict')))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      reject(error instanceof ScanUnavailable ? error : new ScanUnavailable(error.code ?? 'connection broken')),
    )
  })
}

/** What clamd finds besides viruses, by the beginning of its name (ClamAV, Signature names). */
const others: readonly [string, Verdict][] = [
  ['Heuristics.Encrypted.', 'encrypted'],
  ['Heuristics.Limits.Exceeded', 'too large'],
  ['PUA.', 'unwanted'],
]

/** Any other response is no verdict. */
function verdictIn(answer: string): Verdict {
  const verdict = answer.split('\0', 1).join('').trim()
  const [, signature] = /^stream: (.+) FOUND$/.exec(verdict) ?? []
  if (signature !== undefined) return others.find(([name]) => signature.startsWith(name))?.[1] ?? 'infected'
  if (verdict === 'stream: OK') return 'clean'
  if (verdict.startsWith('INSTREAM size limit exceeded')) return 'too large'
  throw new ScanUnavailable('no verdict')
}
