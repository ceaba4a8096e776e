import sharp from 'sharp'
import type { AreaDeps } from '../area.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'
import { TextAnswer } from '../wire/answers.ts'

/** The logo of a practice, as it is printed. */
export interface Logo {
  /** A PNG without transparency. */
  content: Buffer
  /** The size on paper and screen, in px of which 96 are an inch. */
  width: number
  height: number
}

interface Logos {
  /**
   * Returns the logo of the practice, re-encoded without metadata; undefined if it has none (specification 2 §7.4).
   * Throws InvalidEmrResponse if what the record server has is no PNG or JPEG that can be drawn.
   */
  logo(): Promise<Logo | undefined>
}

const call = 'GetLogo'
/** Specification 2 §5. */
const mostBytes = 6 * 1_048_576
/** Limits the decoded size: a file of few bytes may declare a size that fills the memory. */
const mostPixels = 40_000_000
/** It rarely changes, and no bill should wait for it. */
const keepMs = 5 * 60_000
const keepFailureMs = 30_000

/** In px of which 96 are an inch: 2.5 by 0.75 inches. */
const largest = { width: 240, height: 72 } as const
/** Pixels of the file for each px: 288 to an inch, as printers need them. */
const density = 3

/** Makes the call for the logo of the practice. */
export function createLogos({ client, cache }: AreaDeps): Logos {
  const load = async () => {
    const text = await client.find({ call, answer: TextAnswer })
    return text ? drawn(Buffer.from(text, 'base64')) : undefined
  }
  return { logo: () => cache.get('logo', load, { ms: keepMs, failureMs: keepFailureMs }) }
}

async function drawn(content: Buffer): Promise<Logo> {
  const fault = faultOf(content)
  if (fault) throw new InvalidEmrResponse(call, fault)
  try {
    const { data, info } = await sharp(content, { failOn: 'error', limitInputPixels: mostPixels })
      .autoOrient()
      .resize({
        width: largest.width * density,
        height: largest.height * density,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { content: data, ...shownAt(info) }
  } catch {
    throw new InvalidEmrResponse(call, 'a picture that cannot be drawn')
  }
}

/** A logo of few pixels is not enlarged. */
function shownAt({ width, height }: { width: number; height: number }): Pick<Logo, 'width' | 'height'> {
  const scale = Math.min(1, largest.width / width, largest.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const png = Buffer.from('89504e470d0a1a0a', 'hex')
const jpeg = Buffer.from('ffd8ff', 'hex')

/** Says why a file is not drawn. Other formats, SVG among them, never reach a decoder. */
function faultOf(content: Buffer): string | undefined {
  if (content.length > mostBytes) return 'a logo of more than 6 MB'
  if (content.subarray(0, jpeg.length).equals(jpeg)) return undefined
  if (!content.subarray(0, png.length).equals(png)) return 'a logo that is neither PNG nor JPEG'
  // An animated PNG says so before its first picture (APNG, `acTL`).
  return content.subarray(0, content.indexOf('IDAT')).includes('acTL') ? 'an animated logo' : undefined
}
