import type { Picture } from './ccda.ts'

/** Returns the bytes of base64; undefined for anything else. */
export function bytesOfBase64(text: string): Buffer | undefined {
  const signs = text.replaceAll(/\s+/g, '')
  if (signs === '' || signs.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(signs)) return undefined
  return Buffer.from(signs, 'base64')
}

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

const beginnings: Record<Picture['type'], string[]> = {
  png: ['\x89PNG\r\n\x1a\n'],
  jpeg: ['\xff\xd8\xff'],
  gif: ['GIF87a', 'GIF89a'],
}
const types = ['png', 'jpeg', 'gif'] as const

/** What the first bytes say; the type that a document states proves nothing. */
export function pictureType(bytes: Buffer): Picture['type'] | undefined {
  const begin = bytes.subarray(0, 8).toString('latin1')
  return types.find((type) => beginnings[type].some((beginning) => begin.startsWith(beginning)))
}
