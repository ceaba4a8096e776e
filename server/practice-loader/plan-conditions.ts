import { assessmentOf, leftOut, writtenDay } from './assessment.ts'
import { wordsOf } from './contact.ts'
import type { Condition } from './fhir/conditions.ts'
import type { PlannedCondition } from './load-plan.ts'
import { entriesOf, firstName, leaveOut, resolve, type EntryOf, type Reading } from './reading.ts'

export function planConditions(reading: Reading): PlannedCondition[] {
  return entriesOf(reading, 'Condition').flatMap((entry) => {
    const { resource } = entry
    const reason = leftOut(resource)
    if (reason !== undefined) return out(reading, entry, reason)
    const at = { pointer: `${entry.pointer}/subject`, types: ['Patient' as const] }
    const patient = resolve(reading, resource.subject, at)
    if (!patient) return out(reading, entry, 'without a patient that was loaded')
    const { code, category = [], abatementDateTime, abatementPeriod } = resource
    const categories = category.flatMap(({ coding = [] }) => coding.map((each) => each.code))
    return [
      {
        sourceId: firstName(entry),
        patient,
        ...assessmentOf(resource),
        name: wordsOf(code ? [code] : []),
        isOfVisit: categories.includes('encounter-diagnosis'),
        abatement: writtenDay(abatementDateTime ?? abatementPeriod?.start),
      },
    ]
  })
}

function out(reading: Reading, entry: EntryOf<Condition>, reason: string): [] {
  leaveOut(reading, entry, `Condition ${reason}`)
  return []
}
