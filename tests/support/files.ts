import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** In two parts, so that no virus scanner detects this source file. */
export const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n')

/** A PDF document of that many bytes. */
export function pdfOf(bytes: number): Buffer {
  const end = '%%EOF\n'
  return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length - end.length, ' '), Buffer.from(end)])
}

export const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>'
export const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'

/** A page that runs a script as soon as it is opened. */
export const scriptedPdf = pdfFile({
  objects: ['<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>', pages, page],
})

/** A page that opens with a password only. */
export const encryptedPdf = pdfFile({
  objects: [
    '<< /Type /Catalog /Pages 2 0 R >>',
    pages,
    page,
    `<< /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >>`,
  ],
  trailer: '/Encrypt 4 0 R /ID [<01> <01>]',
})

/** Objects are numbered from 1; the first one is the catalog. */
export function pdfFile({ objects, trailer = '' }: { objects: readonly string[]; trailer?: string }): Buffer {
  let text = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}

const plain = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })

export const png = (width?: number, height?: number): Promise<Buffer> => plain(width, height).png().toBuffer()

/** With the metadata of a phone: device, place, and orientation. */
export const jpeg = (): Promise<Buffer> =>
  plain()
    .jpeg()
    .withMetadata({ orientation: 6, exif: { IFD0: { Make: 'Secret Phone' }, IFD3: { GPSLatitude: '40/1 45/1 0/1' } } })
    .toBuffer()

/** A black picture of that many pixels in very few bytes. */
export function pngOf({ width, height }: { width: number; height: number }): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const oneBitOfGrey = Buffer.from([1, 0, 0, 0, 0])
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', Buffer.concat([size, oneBitOfGrey])),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
