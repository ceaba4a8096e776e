import { inventedPatients, namedPatients, type PatientRow } from '../areas/patients/demo-patients.ts'
import { planPastVisits, planUpcomingVisits } from '../areas/appointments/invented-visits.ts'
import { planNamedVisits } from '../areas/appointments/named-visits.ts'
import { draftVisits, type VisitDraft } from '../areas/appointments/visit-draft.ts'
import { dayOf } from '../local-time.ts'
import type { PracticePlan } from './practice-plan.ts'
import { randomFrom } from './random.ts'

/** The input of the areas' seeds: the plan, and the patients and appointments that their rows refer to. */
export interface DemoPractice extends Pick<VisitDraft, 'appointments' | 'busyUnits'> {
  plan: PracticePlan
  /** The time of the seed, in milliseconds since 1970; whole seconds, because the record server's responses have no smaller unit. */
  now: number
  /** The day of the seed at the practice. */
  today: string
  patients: readonly PatientRow[]
  /** Numbers of the invented patients; those with names are in people.ts. */
  inventedPatients: readonly number[]
}

/**
 * Draws the patients of a practice, then their appointments, from one sequence of random numbers, so the order of these
 * calls decides who they are. How many numbers the appointments take depends on the day, so the people come first.
 * Areas draw everything else that they invent from sequences of their own.
 */
export function drawPractice(plan: PracticePlan, startedAt: number): DemoPractice {
  const now = Math.floor(startedAt / 1000) * 1000
  const random = randomFrom(plan.randomSeed)
  const today = dayOf(plan.timeZone, now)
  const invented = inventedPatients(plan, random, today)
  const named = namedPatients(plan, random)
  const draft = draftVisits(plan, now)
  const numbers = invented.map(({ patient_n: number }) => number)
  const season = { plan, random, draft, today }
  planNamedVisits(season)
  planPastVisits(season, numbers)
  planUpcomingVisits(season, numbers)
  return {
    plan,
    now,
    today,
    patients: [...named, ...invented],
    inventedPatients: numbers,
    appointments: draft.appointments,
    busyUnits: draft.busyUnits,
  }
}
