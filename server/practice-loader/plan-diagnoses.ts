import type { BenefitItem, Claim, Diagnosis, ExplanationOfBenefit } from './fhir/billing.ts'
import type { CodeableConcept } from './fhir/parts.ts'
import { plainText } from './plain-text.ts'
import { resolve, type EntryOf, type Reading } from './reading.ts'

/** The diagnoses that a bill numbers, as concepts. */
interface BilledDiagnosis {
  sequence: number
  concept: CodeableConcept
}

/** Returns the diagnoses of an explanation, or of its claim if it has none itself. */
export function diagnosesOf(
  reading: Reading,
  bill: EntryOf<ExplanationOfBenefit>,
  claim: EntryOf<Claim> | undefined,
): BilledDiagnosis[] {
  const own = diagnosesIn(reading, bill)
  return own.length > 0 || !claim ? own : diagnosesIn(reading, claim)
}

function diagnosesIn(
  reading: Reading,
  { resource, pointer }: EntryOf<ExplanationOfBenefit> | EntryOf<Claim>,
): BilledDiagnosis[] {
  return (resource.diagnosis ?? []).flatMap((diagnosis, n) => {
    const concept = conceptOf(reading, diagnosis, `${pointer}/diagnosis/${n}`)
    return concept ? [{ sequence: diagnosis.sequence, concept }] : []
  })
}

function conceptOf(reading: Reading, diagnosis: Diagnosis, pointer: string): CodeableConcept | undefined {
  const at = { pointer: `${pointer}/diagnosisReference`, types: ['Condition' as const] }
  const name = resolve(reading, diagnosis.diagnosisReference, at)
  const condition = name === undefined ? undefined : reading.index.get(name)?.resource
  return condition?.resourceType === 'Condition' ? condition.code : diagnosis.diagnosisCodeableConcept
}

/** The codes of an item's diagnoses, of ICD-10 if there is one; of all diagnoses if the item names none. */
export function diagnosisCodes(all: BilledDiagnosis[], item: BenefitItem | undefined): string {
  const own = item?.diagnosisSequence
  const named = all.filter(({ sequence }) => own === undefined || own.includes(sequence))
  return [...new Set(named.flatMap(({ concept }) => codesOf(concept)))].join(', ')
}

const CODE_LIMIT = 50
/** The first system that a concept is coded in counts. Bills of practices have ICD-10; Synthea has only SNOMED CT. */
const SYSTEMS = ['http://hl7.org/fhir/sid/icd-10', 'http://snomed.info/sct']

function codesOf({ coding = [] }: CodeableConcept): string[] {
  const codesIn = (start: string) =>
    coding
      .filter(({ system }) => system?.startsWith(start))
      .map(({ code }) => plainText(code, CODE_LIMIT).replace(/[\s,;]+/g, ''))
      .filter((code) => code !== '')
  return SYSTEMS.map(codesIn).find((codes) => codes.length > 0) ?? []
}
