import sharp from 'sharp'
import type { FileType } from './file-types.ts'

// A cache is useless: the same image is not uploaded twice in a row.
sharp.cache(false)

/** A small file may claim dimensions that exhaust the memory; no phone takes larger photos. */
const mostPixels = 120_000_000
/** In px; documents are legible at half of it. */
const longestSide = 5000

/**
 * Re-encodes an image without EXIF, and thus without location and device, and without any data appended to it
 * (security.md, Uploads). Rotates it as EXIF says. Throws if the content is not an image of that type.
 */
export async function drawAgain(content: Buffer, type: Exclude<FileType, 'application/pdf'>): Promise<Buffer> {
  const picture = sharp(content, { failOn: 'error', limitInputPixels: mostPixels })
  const { format, autoOrient: upright } = await picture.metadata()
  if (`image/${format}` !== type) throw new Error(`the file starts like ${type} but is not a valid image`)
  const side = upright.width >= upright.height ? { width: longestSide } : { height: longestSide }
  const drawn = picture.autoOrient().resize({ ...side, withoutEnlargement: true })
  // Optimized coding would keep the whole image in memory, to save a tenth of the size.
  return type === 'image/png' ? drawn.png().toBuffer() : drawn.jpeg({ quality: 90, optimiseCoding: false }).toBuffer()
}
