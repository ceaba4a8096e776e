import { appointmentsOffered } from '../../practice/offered.ts'
import type { Reads } from '../../protocol/trace.ts'

/** Specification 1 §4, §6: uploads belong to appointments, and a practice can switch them off with the forms. */
export function uploadsOffered(reads: Reads): boolean {
  return appointmentsOffered(reads) && reads.setting('Enable_PatientIntake_And_FileUpload_on_PE')
}

/** The category that comes with words of its own. */
export const otherCategory = 'other'
/** The one that the card of an insurance is (specification 1 §5). */
export const insuranceCard = 'Insurance card'

/** The practice's categories without its own word for other ones, which has a place and a field of its own here. */
export function namedCategories(categories: readonly string[]): string[] {
  return categories.filter((name) => name.toLowerCase() !== otherCategory)
}

export function isCategory(category: string, categories: readonly string[]): boolean {
  return [otherCategory, insuranceCard, ...namedCategories(categories)].includes(category)
}

/** A category as it stands in an address (specification 1 §2). */
export function categoryPart(category: string): string {
  return Buffer.from(category).toString('base64url')
}

/** Undefined for what names no category of the practice. */
export function categoryIn(part: string, categories: readonly string[]): string | undefined {
  return [insuranceCard, ...namedCategories(categories)].find((name) => categoryPart(name) === part)
}

/** security.md, Booking, links, visits: what a code allows. */
export const codeFiles = 10
export const codeMs = 15 * 60_000
