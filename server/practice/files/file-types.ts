/** The accepted types (specification 1 §5). */
export type FileType = 'application/pdf' | 'image/png' | 'image/jpeg'

export const fileTypes: readonly FileType[] = ['application/pdf', 'image/png', 'image/jpeg']

/** 6 MB of 1,048,576 bytes, the last byte included (specification 1 §5). */
export const mostBytes = 6 * 1_048_576

const beginnings: Record<FileType, Buffer> = {
  'application/pdf': Buffer.from('%PDF-', 'latin1'),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
}

/** Detects the type by the first bytes, whatever the file's name or declared type; undefined for other types. */
export function typeOf(content: Buffer): FileType | undefined {
  return fileTypes.find((type) => content.subarray(0, beginnings[type].length).equals(beginnings[type]))
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
