import { randomUUID } from 'node:crypto'

export interface Part {
  name: string
  content: string | Buffer
  /** If set, the part is a file. */
  fileName?: string
  type?: string
}

const boundary = 'the-boundary-of-a-test'

/** A multipart body as a browser sends it, in the given order. */
export function multipart(parts: readonly Part[]): { body: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name, content, fileName, type }) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${named(fileName)}\r\n`),
    Buffer.from(type ? `content-type: ${type}\r\n\r\n` : '\r\n'),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': randomUUID() },
  }
}

/** Browsers escape what would end the name (HTML standard, multipart/form-data encoding). */
const escapes: Readonly<Record<string, string>> = { '"': '%22', '\r': '%0D', '\n': '%0A' }

function named(fileName: string | undefined): string {
  if (fileName === undefined) return ''
  return `; filename="${fileName.replaceAll(/["\r\n]/g, (sign) => escapes[sign] ?? '')}"`
}

export function filePart(content: string | Buffer, fileName = 'scan.pdf', type = 'application/pdf'): Part {
  return { name: 'file', content, fileName, type }
}
