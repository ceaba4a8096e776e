import type { VisitMode } from '../slots/free-times.ts'
import { addDays } from '../../local-time.ts'
import { people } from '../../seed/people.ts'
import { openTimes, type OpenTime } from '../slots/provider-times.ts'
import type { VisitSeason } from './invented-visits.ts'

interface NamedVisit {
  patientN: number
  employeeN: number
  /** Days from today; the visit is at the provider's first free time at or after (before, in the past) that day. */
  days: number
  mode?: VisitMode
  typeName?: string
  cancellationReason?: string
}

const { mariaAlvarez, lucasAlvarez, adaOkafor, samuelOkafor, thomasReed, benCarter } = people

const pastOf = (patientN: number, employees: number[], days: number[]): NamedVisit[] =>
  days.map((day, index) => ({ patientN, employeeN: employees[index % employees.length] ?? 0, days: -day }))

const lakesideVisits: NamedVisit[] = [
  { patientN: mariaAlvarez.patientN, employeeN: 102, days: 6 },
  { patientN: mariaAlvarez.patientN, employeeN: 103, days: 9, mode: 'telederm' },
  ...pastOf(
    mariaAlvarez.patientN,
    [102, 101, 112],
    [19, 47, 82, 118, 156, 201, 244, 287, 330, 378, 421, 466, 512, 559, 607, 655, 702],
  ),
  { patientN: mariaAlvarez.patientN, employeeN: 101, days: -64, cancellationReason: 'Schedule conflict' },
  { patientN: mariaAlvarez.patientN, employeeN: 110, days: 12, cancellationReason: 'Patient asked to cancel' },
  { patientN: lucasAlvarez.patientN, employeeN: 107, days: 8 },
  ...pastOf(lucasAlvarez.patientN, [107], [95, 290]),
  { patientN: adaOkafor.patientN, employeeN: 107, days: 15 },
  ...pastOf(adaOkafor.patientN, [107], [140]),
  { patientN: samuelOkafor.patientN, employeeN: 105, days: 5 },
  ...pastOf(samuelOkafor.patientN, [105, 111], [33, 175, 402]),
  ...pastOf(thomasReed.patientN, [101], [88, 260]),
]

const northgateVisits: NamedVisit[] = [
  { patientN: benCarter.patientN, employeeN: 202, days: 7, typeName: 'Follow-up' },
  { patientN: benCarter.patientN, employeeN: 204, days: 16, typeName: 'Sick visit' },
  ...pastOf(benCarter.patientN, [202, 201], [41, 130, 265, 388, 540]),
  { patientN: benCarter.patientN, employeeN: 203, days: -75, cancellationReason: 'Feeling better' },
]

const visitsOf: Record<string, NamedVisit[]> = { lakeside: lakesideVisits, northgate: northgateVisits }

/** The visits of the demo accounts' patients; planned first, so that their times are free. */
export function planNamedVisits(season: VisitSeason): void {
  for (const visit of visitsOf[season.plan.practice] ?? []) {
    const time = findTime(season, visit)
    if (!time) throw new Error(`the seed found no time for a visit of patient ${visit.patientN}`)
    season.draft.add({
      ...time,
      patientN: visit.patientN,
      typeName: visit.typeName ?? time.typeName,
      cancellationReason: visit.cancellationReason,
    })
  }
}

function findTime(
  { plan, random, today }: VisitSeason,
  { employeeN, days, mode = 'inoffice' }: NamedVisit,
): OpenTime | undefined {
  const provider = plan.providers.find((candidate) => candidate.employeeN === employeeN)
  if (!provider) return undefined
  const step = days < 0 ? -1 : 1
  for (let tries = 0; tries < 14; tries++) {
    const times = openTimes(plan, provider, { day: addDays(today, days + step * tries), today }).filter(
      (time) => time.mode === mode,
    )
    if (times.length > 0) return random.pick(times)
  }
  return undefined
}
