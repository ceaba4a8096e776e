import type { ClinicalDocument } from '../../gateways/emr/clinical-documents/clinical-documents.ts'

/** Documents that the provider has not signed show only where the practice wants it (specification 1 §6). */
export function isShown({ isComplete }: Pick<ClinicalDocument, 'isComplete'>, showsIncomplete: boolean): boolean {
  return isComplete || showsIncomplete
}
