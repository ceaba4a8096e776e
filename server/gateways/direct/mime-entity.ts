import { parseHeaderValue } from 'nodemailer/lib/mime-funcs'

/** A MIME entity: its media type, and its content as it was transferred. */
export interface MimeEntity {
  type: string
  /** Names in lower case. */
  params: Record<string, string>
  encoding: string
  body: Buffer
}

const crlf = Buffer.from('\r\n')

/** Divides an entity at its first empty line. An entity without a type has none. */
export function readEntity(source: Buffer): MimeEntity {
  const end = /(^|\r?\n)\r?\n/.exec(source.toString('latin1'))
  const head = source.subarray(0, end?.index ?? source.length).toString('latin1')
  const headers = new Map(
    head
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .map(nameAndValue),
  )
  const { value, params } = parseHeaderValue(headers.get('content-type') ?? '')
  return {
    type: value.toLowerCase(),
    params,
    encoding: parseHeaderValue(headers.get('content-transfer-encoding') ?? '').value.toLowerCase(),
    body: source.subarray(end ? end.index + end[0].length : source.length),
  }
}

function nameAndValue(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
}

/** Undoes the base64 of an entity. Others are taken as they are: signatures and envelopes are bytes. */
export function decodeBody({ encoding, body }: MimeEntity): Buffer {
  return encoding === 'base64' ? Buffer.from(body.toString('latin1'), 'base64') : body
}

/** Writes an entity whose content is base64 in lines of 76. Header lines are given whole. */
export function base64Entity(headers: readonly string[], content: Buffer): Buffer {
  const lines = content.toString('base64').replace(/.{76}(?=.)/g, '$&\r\n')
  return Buffer.from(`${[...headers, 'Content-Transfer-Encoding: base64'].join('\r\n')}\r\n\r\n${lines}\r\n`)
}

/**
 * Returns the bytes of the parts of a multipart entity, without the line ends before the boundaries (RFC 2046 §5.1.1).
 * Returns none if the last boundary is absent.
 */
export function partsOf(body: Buffer, boundary: string): Buffer[] {
  const text = body.toString('latin1')
  const name = boundary.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const marks = [...text.matchAll(new RegExp(`(?:^|\\r?\\n)--${name}(--)?[ \\t]*(?=\\r?\\n|$)`, 'g'))]
  const last = marks.findIndex(([, closing]) => closing)
  return marks.slice(0, Math.max(last, 0)).map((mark, index) => {
    const begin = mark.index + mark[0].length
    const lineEnd = text.startsWith('\r\n', begin) ? 2 : 1
    return body.subarray(begin + lineEnd, Math.max(begin + lineEnd, marks[index + 1]?.index ?? 0))
  })
}

/** Ends each line with CRLF, as what is signed must be (RFC 8551 §3.1.1). */
export function canonical(mime: Buffer): Buffer {
  const lines = mime.toString('latin1').split(/\r\n|\r|\n/)
  return Buffer.from(lines.join(crlf.toString()), 'latin1')
}
