import sharp from 'sharp'

/** In two parts, so that no scanner takes this file for the test file. */
export const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n')

/** A document of so many bytes. */
export function pdfOf(bytes: number): Buffer {
  return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, ' ')])
}

const plain = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })

export const png = (width?: number, height?: number): Promise<Buffer> => plain(width, height).png().toBuffer()

/** With what a phone writes into it: the device, the place, and that it was held upright. */
export const jpeg = (): Promise<Buffer> =>
  plain()
    .jpeg()
    .withMetadata({ orientation: 6, exif: { IFD0: { Make: 'Secret Phone' }, IFD3: { GPSLatitude: '40/1 45/1 0/1' } } })
    .toBuffer()
