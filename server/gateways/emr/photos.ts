import sharp from 'sharp'
import type { RecordClient } from './record-client.ts'
import type { ReferenceCache } from './reference-cache.ts'

/** Photos of providers and facilities (specification 1 §7). */
export interface Photos {
  /** A small square JPEG, drawn anew; undefined when there is none, or nothing that is a picture. */
  photo(path: string): Promise<Buffer | undefined>
}

const mostBytes = 4 * 1024 * 1024
/** A picture of few bytes may claim a size that fills the memory. */
const mostPixels = 40_000_000
/** A screen asks for dozens: those that hang or fail are left in peace for a while. */
const keepFailureMs = 30_000
/** In px: twice what screens show, for fine displays. */
const side = 192

/** Only what the specification names is fetched, whatever address the record server gives. */
export function photoPathIn(url: string | undefined): string | undefined {
  return url && /^\/Images\/(Providers\/\d{1,9}|Locations)\/\d{1,9}\.jpg$/.test(url) ? url : undefined
}

export function createPhotos(client: RecordClient, cache: ReferenceCache): Photos {
  const load = async (path: string) => {
    const content = await client.file(path, mostBytes)
    return content && drawSmall(content)
  }
  return {
    photo: async (path) => {
      if (photoPathIn(path) === undefined) return undefined
      return cache.get(`photo ${path}`, () => load(path), keepFailureMs)
    },
  }
}

/** The picture and nothing else, so that nothing hidden in the file comes to the portal's own origin. */
async function drawSmall(content: Buffer): Promise<Buffer | undefined> {
  try {
    const picture = sharp(content, { failOn: 'error', limitInputPixels: mostPixels })
    const { format } = await picture.metadata()
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp') return undefined
    return await picture.autoOrient().resize(side, side).flatten({ background: '#fff' }).jpeg().toBuffer()
  } catch {
    return undefined // no picture, or a broken one
  }
}
