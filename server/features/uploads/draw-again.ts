import sharp from 'sharp'
import type { FileType } from './file-types.ts'

// Nobody uploads the same picture twice in a row.
sharp.cache(false)

/** A picture of few bytes may claim a size that fills the memory; no phone takes larger ones. */
const mostPixels = 120_000_000
/** In px; paper is legible at half of it. */
const longestSide = 5000

/**
 * The same picture and nothing else: without EXIF, so without place and device, and without whatever was hidden behind it
 * (security.md, Uploads). Turned as its EXIF said. Throws for what is no picture of that type.
 */
export async function drawAgain(content: Buffer, type: Exclude<FileType, 'application/pdf'>): Promise<Buffer> {
  const picture = sharp(content, { failOn: 'error', limitInputPixels: mostPixels })
  const { format, autoOrient: upright } = await picture.metadata()
  if (`image/${format}` !== type) throw new Error(`a picture that begins as ${type} is none`)
  const side = upright.width >= upright.height ? { width: longestSide } : { height: longestSide }
  const drawn = picture.autoOrient().resize({ ...side, withoutEnlargement: true })
  // The best coding would keep the whole picture in memory, for a tenth less of size.
  return type === 'image/png' ? drawn.png().toBuffer() : drawn.jpeg({ quality: 90, optimiseCoding: false }).toBuffer()
}
