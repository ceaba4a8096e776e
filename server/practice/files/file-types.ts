import { isPdf } from '../../pdf/pdf-header.ts'

/** The accepted types (specification 1 §5). */
export type FileType = 'application/pdf' | 'image/png' | 'image/jpeg'

export const fileTypes: readonly FileType[] = ['application/pdf', 'image/png', 'image/jpeg']

/** 6 MB of 1,048,576 bytes, the last byte included (specification 1 §5). */
export const mostBytes = 6 * 1_048_576

const beginsWith = (beginning: readonly number[]) => (content: Buffer) =>
  content.subarray(0, beginning.length).equals(Buffer.from(beginning))

const isOfType: Record<FileType, (content: Buffer) => boolean> = {
  'application/pdf': isPdf,
  'image/png': beginsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': beginsWith([0xff, 0xd8, 0xff]),
}

/** Detects the type by the first bytes, whatever the file's name or declared type; undefined for other types. */
export function typeOf(content: Buffer): FileType | undefined {
  return fileTypes.find((type) => isOfType[type](content))
}

const endings: Record<FileType, readonly string[]> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
}
const longest = 200

/** Returns a file name whose extension matches the content, so that an executable cannot pose as an image. */
export function nameFor(fileName: string, type: FileType): string {
  const fits = endings[type].some((ending) => fileName.toLowerCase().endsWith(ending))
  if (fits) return fileName
  const [ending = ''] = endings[type]
  return (
    Array.from(fileName)
      .slice(0, longest - ending.length)
      .join('') + ending
  )
}
