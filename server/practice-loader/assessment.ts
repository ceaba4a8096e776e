import { wordsOf } from './contact.ts'
import type { AllergyIntolerance, Condition } from './fhir/conditions.ts'
import type { CodeableConcept } from './fhir/parts.ts'
import type { Assessment } from './load-plan.ts'
import { plainText } from './plain-text.ts'

const CODE_LIMIT = 100

/** Neither is true of the patient. */
const UNTRUE = ['refuted', 'entered-in-error']

const codesOf = (concept: CodeableConcept | undefined) => (concept?.coding ?? []).map(({ code }) => code)

/** Returns why an allergy or a condition is not loaded; undefined if it is. */
export function leftOut({ verificationStatus, code }: AllergyIntolerance | Condition): string | undefined {
  const untrue = UNTRUE.find((each) => codesOf(verificationStatus).includes(each))
  if (untrue !== undefined) return `that is ${untrue}`
  return wordsOf(code ? [code] : []) === '' ? 'without a name' : undefined
}

/** Returns what an allergy and a condition have in common. */
export function assessmentOf(resource: AllergyIntolerance | Condition): Omit<Assessment, 'sourceId' | 'patient'> {
  const { clinicalStatus, verificationStatus, code, onsetDateTime, onsetPeriod, recordedDate } = resource
  const coding = (code?.coding ?? []).find((each) => each.system && each.code)
  const verified = codesOf(verificationStatus)
  return {
    code: plainText(coding?.code, CODE_LIMIT),
    codeSystem: plainText(coding?.system),
    status: statusOf(codesOf(clinicalStatus)),
    isConfirmed: verified.length === 0 || verified.includes('confirmed'),
    onset: writtenDay(onsetDateTime ?? onsetPeriod?.start),
    recordedOn: writtenDay(recordedDate),
  }
}

/** Without a status it is taken for active: to overlook an allergy is worse than to name one that has gone. */
function statusOf(codes: (string | undefined)[]): Assessment['status'] {
  if (codes.includes('resolved')) return 'resolved'
  return codes.some((code) => code === 'inactive' || code === 'remission') ? 'inactive' : 'active'
}

/** The day as the clock stood where it was written, or the month or year if nothing is more exact. */
export const writtenDay = (written: string | undefined): string => (written ?? '').slice(0, 'yyyy-MM-dd'.length)
