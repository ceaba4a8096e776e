import sharp from 'sharp'
import type { LogoPicture, LogoPictures, LogoPlace } from '../../licensees/logo.store.ts'
import type { FileType } from '../../practice/files/file-types.ts'
import { Failure } from '../../protocol/failure.ts'
import { isBlurred, isFaint, isThin, isTooSmall, shownSizes, shownWithin, type Size } from './practice-header.rules.ts'

/** What an administrator should look at before saving a logo. */
export type LogoWarning = 'faint' | 'blurred'

/** Limits the decoded size: a file of few bytes may declare a size that fills the memory. */
const mostPixels = 40_000_000
/** How many pixels of a file one px of its place gets: screens are sharp at 2, paper at 3. */
const density: Readonly<Record<LogoPlace, number>> = { header: 2, print: 3, mail: 2 }
/** As large as the largest picture that is made of it. */
const largest = { width: shownSizes.print.width * density.print, height: shownSizes.print.height * density.print }

/**
 * Draws an uploaded picture anew for each place where a logo is shown, turned as its EXIF says, without metadata and in
 * sRGB. Its transparency stays in the header only: paper is white, and dark mail programs would hide a dark logo.
 * Throws the Failure `practiceHeader.animated`, `practiceHeader.tooMany`, `practiceHeader.tooSmall`,
 * `practiceHeader.thin` or `uploads.type`.
 */
export async function drawLogo(
  content: Buffer,
  type: FileType,
): Promise<{ pictures: LogoPictures; warnings: LogoWarning[] }> {
  if (type === 'application/pdf') throw new Failure('uploads.type')
  if (type === 'image/png' && isAnimated(content)) throw new Failure('practiceHeader.animated')
  const size = await sizeOf(content)
  if (size.width * size.height > mostPixels) throw new Failure('practiceHeader.tooMany')
  if (isTooSmall(size)) throw new Failure('practiceHeader.tooSmall', { params: { ...size } })
  if (isThin(size)) throw new Failure('practiceHeader.thin')
  const base = await baseOf(content)
  const draw = (place: LogoPlace) => drawn(base, place)
  const [header, print, mail] = await Promise.all([draw('header'), draw('print'), draw('mail')])
  const warnings: LogoWarning[] = [
    ...(isFaint(await greysOf(print.content)) ? ['faint' as const] : []),
    ...(isBlurred(size) ? ['blurred' as const] : []),
  ]
  return { pictures: { header, print, mail }, warnings }
}

/** An animated PNG declares itself before its first picture (APNG, `acTL`). */
function isAnimated(png: Buffer): boolean {
  return png.subarray(0, png.indexOf('IDAT')).includes('acTL')
}

async function sizeOf(content: Buffer): Promise<Size> {
  const { width, height } = (await sharp(content, { limitInputPixels: false }).metadata().catch(noPicture)).autoOrient
  return { width, height }
}

/** The picture upright and in sRGB, no larger than it is needed. */
function baseOf(content: Buffer): Promise<Buffer> {
  return sharp(content, { failOn: 'error', limitInputPixels: mostPixels })
    .autoOrient()
    .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(noPicture)
}

async function drawn(base: Buffer, place: LogoPlace): Promise<LogoPicture> {
  const [within, scale] = [shownSizes[place], density[place]]
  const picture = sharp(base).resize({
    width: within.width * scale,
    height: within.height * scale,
    fit: 'inside',
    withoutEnlargement: true,
  })
  const { data: content, info } = await (place === 'header' ? picture : picture.flatten({ background: '#fff' }))
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { content, ...shownWithin(info, within) }
}

/** The gray value of each pixel, from 0 to 255. */
function greysOf(content: Buffer): Promise<Buffer> {
  return sharp(content).flatten({ background: '#fff' }).greyscale().raw().toBuffer()
}

function noPicture(cause: unknown): never {
  throw new Failure('uploads.type', { cause })
}
