import type { LoadPlan } from './load-plan.ts'
import { withReadableRecords } from './plan-attached-records.ts'
import { planBundle } from './plan-bundle.ts'
import { planCcda } from './plan-ccda.ts'
import { planPharmacies } from './plan-pharmacies.ts'
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
  if (isXml(bytes) || /\.xml$/i.test(name)) return planCcda(name, bytes, options)
  if (isTable({ name, bytes })) return planPharmacies(name, bytes)
  return withReadableRecords(planBundle(name, readBundle(name, bytes), options))
}

/** XML begins with `<` in every encoding, after a byte-order mark or white space. */
export function isXml(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(begin.replaceAll('\0', ''))
}

/** A table of pharmacies by its name, or by the first line that such a table has. */
export function isTable({ name, bytes }: FileContent): boolean {
  const begin = Buffer.from(bytes.subarray(0, 500)).toString('utf8')
  return /\.csv$/i.test(name) || /^\ufeff?[^\r\n{]*\bstoreid\b/i.test(begin)
}
