import type { LoadPlan } from './load-plan.ts'
import { planBundle } from './plan-bundle.ts'
import { planCcda } from './plan-ccda.ts'
import { readBundle } from './read-bundle.ts'

interface FileContent {
  name: string
  bytes: Uint8Array
}

/** Converts one file to rows. Throws FileRefused. */
export async function planFile(
  { name, bytes }: FileContent,
  options: { dropDigits?: boolean } = {},
): Promise<LoadPlan> {
  return isXml(bytes) || /\.xml$/i.test(name)
    ? planCcda(name, bytes, options)
    : planBundle(name, readBundle(name, bytes), options)
}

/** XML begins with `<` in every encoding, after a byte-order mark or white space. */
export function isXml(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(begin.replaceAll('\0', ''))
}
