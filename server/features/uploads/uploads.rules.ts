import type { PartOffer } from '../../protocol/definitions.ts'
import { uploadSettings } from '../../practice/upload.settings.ts'
import { appointmentsOffered, partOffered } from '../../practice/offered.ts'
import type { Reads } from '../../protocol/trace.ts'

/** Specification 1 §4, §6: uploads belong to appointments; a practice can switch them off together with the forms. */
export function uploadsOffered(reads: Reads): boolean {
  return appointmentsOffered(reads) && reads.setting(uploadSettings.Enable_PatientIntake_And_FileUpload_on_PE)
}

/** Specification 2 §2.9: uploads to the chart belong to My Records. */
export function chartUploadsOffered(reads: Reads): boolean {
  return partOffered(reads, 'myRecords')
}

/** The category that requires a description. */
export const otherCategory = 'other'
/** The category of insurance cards (specification 1 §5). */
export const insuranceCard = 'Insurance card'

/** Returns the practice's categories without its own 'other', because this portal has a separate field for it. */
export function namedCategories(categories: readonly string[]): string[] {
  return categories.filter((name) => name.toLowerCase() !== otherCategory)
}

export function isCategory(category: string, categories: readonly string[]): boolean {
  return [otherCategory, insuranceCard, ...namedCategories(categories)].includes(category)
}

/** Returns a category as a path segment (specification 1 §2). */
export function categoryPart(category: string): string {
  return Buffer.from(category).toString('base64url')
}

/**
 * Returns the category of a path segment, whether base64 or base64url; undefined when the practice has no such category.
 */
export function categoryIn(part: string, categories: readonly string[]): string | undefined {
  const url = part
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
  return [insuranceCard, ...namedCategories(categories)].find((name) => categoryPart(name) === url)
}

/** security.md, Booking, links, visits: limits of a code. */
export const codeFiles = 10
export const codeMs = 15 * 60_000
const codeWindowMs = 5 * 60_000

/**
 * Returns the end of a code that is shown now. It is the same within each window of 5 minutes, so that a page that is
 * loaded again shows the same code; between 10 and 15 minutes remain.
 */
export function codeEndsAt(now: Date): Date {
  return new Date(Math.floor(now.getTime() / codeWindowMs) * codeWindowMs + codeMs)
}

/** When people can upload documents, and what they read while they cannot. */
export const uploadsOffer = {
  offered: uploadsOffered,
  off: { what: 'Uploading documents', outcome: 'Nothing was uploaded.' },
} as const satisfies PartOffer
