import sharp, { type ResizeOptions } from 'sharp'
import type { AreaDeps } from '../area.ts'

/** Photos of providers and facilities (specification 1 §7). */
interface Photos {
  /**
   * Returns a re-encoded JPEG: by default a small square, otherwise the whole picture. Undefined if there is no file or
   * it is not a picture.
   */
  photo(path: string, size?: PhotoSize): Promise<Buffer | undefined>
}
type PhotoSize = 'small' | 'large'

const mostBytes = 4 * 1024 * 1024
/** Limits the decoded size: a file of few bytes may declare a size that fills the memory. */
const mostPixels = 40_000_000
/**
 * How long a failure is cached: a screen requests dozens of photos, and those that hang or fail should not be retried
 * at once.
 */
const keepFailureMs = 30_000
/** In px: twice the size on screen, for high-resolution displays. */
const sizes: Record<PhotoSize, ResizeOptions> = {
  small: { width: 192, height: 192 },
  large: { width: 1200, withoutEnlargement: true },
}

/** Admits only the paths that the specification names, whatever URL the record server returns. */
export function photoPathIn(url: string | undefined): string | undefined {
  return url && /^\/Images\/(Providers\/\d{1,9}|Locations)\/\d{1,9}\.jpg$/.test(url) ? url : undefined
}

/** Makes the call for photos of providers and facilities. */
export function createPhotos({ client, cache }: AreaDeps): Photos {
  const load = async (path: string, size: PhotoSize) => {
    const content = await client.file(path, mostBytes)
    return content && encodeAnew(content, size)
  }
  return {
    photo: async (path, size = 'small') => {
      if (photoPathIn(path) === undefined) return undefined
      return cache.get(`photo ${size} ${path}`, () => load(path, size), { failureMs: keepFailureMs })
    },
  }
}

/** Re-encodes the picture, so that no other content of the file is served from the portal's own origin. */
async function encodeAnew(content: Buffer, size: PhotoSize): Promise<Buffer | undefined> {
  try {
    const picture = sharp(content, { failOn: 'error', limitInputPixels: mostPixels })
    const { format } = await picture.metadata()
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp') return undefined
    return await picture.autoOrient().resize(sizes[size]).flatten({ background: '#fff' }).jpeg().toBuffer()
  } catch {
    return undefined // not a picture, or a broken one
  }
}
