import { addDays } from '../../local-time.ts'
import type { PracticePlan, ProviderPlan } from '../../seed/practice-plan.ts'
import { openTimes, type OpenTime } from '../slots/provider-times.ts'
import type { Random } from '../../seed/random.ts'
import type { VisitDraft } from './visit-draft.ts'

export interface VisitSeason {
  plan: PracticePlan
  random: Random
  draft: VisitDraft
  today: string
}

const cancellationReasons = [
  'Patient asked to cancel',
  'Schedule conflict',
  'Provider unavailable',
  'Feeling better',
  'Transportation',
  'Weather',
] as const

const historyDays = 730
const visitsForEachPatient = 3
const weeksAhead = 8

/** Two years of visits, some of them cancelled. */
export function planPastVisits(season: VisitSeason, patients: readonly number[]): void {
  const { plan, random, draft, today } = season
  const seen = plan.providers.filter(({ hours }) => hours.some(({ weekdays }) => weekdays.length > 0))
  for (let count = patients.length * visitsForEachPatient; count > 0; count--) {
    const provider = random.pick(seen)
    const day = addDays(today, -random.between(1, historyDays))
    const times = openTimes(plan, { ...provider, leave: undefined }, { day, today })
    if (times.length === 0) continue
    const cancellationReason = random.chance(0.08) ? random.pick(cancellationReasons) : undefined
    const time = random.pick(times)
    draft.add({
      ...time,
      typeName: visitName(season, provider, time),
      patientN: random.pick(patients),
      cancellationReason,
    })
  }
}

/**
 * Fills the calendars of the coming weeks: four as full as each provider's plan says, then four with a quarter of that.
 */
export function planUpcomingVisits(season: VisitSeason, patients: readonly number[]): void {
  const { plan, random, draft, today } = season
  let turn = 0
  const days = Array.from({ length: weeksAhead * 7 }, (_, index) => index)
  for (const provider of plan.providers) {
    for (const ahead of days) {
      const share = ahead < 28 ? provider.taken : provider.taken / 4
      for (const time of openTimes(plan, provider, { day: addDays(today, ahead), today })) {
        if (!random.chance(share)) continue
        // Takes patients in turn, so that visits are spread evenly.
        const patientN = patients[(turn++ * 7919) % patients.length]
        if (patientN === undefined) continue
        const cancellationReason = random.chance(0.04) ? random.pick(cancellationReasons) : undefined
        draft.add({ ...time, patientN, typeName: visitName(season, provider, time), cancellationReason })
      }
    }
  }
}

/** In-office visits of the usual length get any of the practice's names for them. */
const visitName = ({ plan, random }: VisitSeason, { visit }: ProviderPlan, { mode, typeName }: OpenTime): string =>
  visit || mode === 'telederm' ? typeName : random.pick(plan.visitNames)
