import { assessmentOf, leftOut } from './assessment.ts'
import { wordsOf } from './contact.ts'
import type { AllergyIntolerance } from './fhir/conditions.ts'
import type { PlannedAllergy } from './load-plan.ts'
import { entriesOf, firstName, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'

const SEVERITIES = ['mild', 'moderate', 'severe'] as const

export function planAllergies(reading: Reading): PlannedAllergy[] {
  return entriesOf(reading, 'AllergyIntolerance').flatMap((entry) => {
    const { resource } = entry
    const reason = leftOut(resource)
    if (reason !== undefined) return out(reading, entry, reason)
    const at = { pointer: `${entry.pointer}/patient`, types: ['Patient' as const] }
    const patient = resolve(reading, resource.patient, at)
    if (!patient) return out(reading, entry, 'without a patient that was loaded')
    const { code, reaction = [] } = resource
    const severities = reaction.map((each) => SEVERITIES.findIndex((known) => known === each.severity))
    return [
      {
        sourceId: firstName(entry),
        patient,
        ...assessmentOf(resource),
        substance: wordsOf(code ? [code] : []),
        reaction: reactionText(reaction.flatMap(({ manifestation = [] }) => manifestation)),
        severity: SEVERITIES[Math.max(...severities)] ?? '',
      },
    ]
  })
}

const reactionText = (manifestations: NonNullable<AllergyIntolerance['reaction']>[number]['manifestation']) =>
  [...new Set((manifestations ?? []).map((each) => wordsOf([each])).filter((words) => words !== ''))].join(', ')

function out(reading: Reading, entry: EntryOf<AllergyIntolerance>, reason: string): [] {
  leaveOut(reading, entry, `AllergyIntolerance ${reason}`)
  return []
}
