import type { VisitMode } from '../slots/free-times.ts'
import type { OpenTime } from '../slots/provider-times.ts'
import { unitsOf } from '../slots/busy-units.ts'
import type { PracticePlan } from '../../seed/practice-plan.ts'

interface Visit extends OpenTime {
  patientN: number
  cancellationReason?: string
}

/** A row of the table `appointments`. */
interface DraftedAppointment {
  practice: string
  appointment_n: number
  patient_n: number
  employee_n: number
  facility_n: number
  starts_at: string
  duration: number
  appointment_type_n: number | null
  type_name: string
  mode: VisitMode
  cancelled_at: string | null
  cancellation_reason: string
  source: string
  created_at: string
}

/** Collects planned visits and tracks which units of a provider are taken. */
export interface VisitDraft {
  /** Returns false and adds nothing if the provider is busy then. Cancelled visits never clash. */
  add(visit: Visit): boolean
  appointments: DraftedAppointment[]
  busyUnits: object[]
}

export const appointmentColumns = {
  practice: 'text',
  appointment_n: 'int',
  patient_n: 'int',
  employee_n: 'int',
  facility_n: 'int',
  starts_at: 'timestamptz',
  duration: 'int',
  appointment_type_n: 'int',
  type_name: 'text',
  mode: 'text',
  cancelled_at: 'timestamptz',
  cancellation_reason: 'text',
  source: 'text',
  created_at: 'timestamptz',
}

export const busyColumns = { practice: 'text', employee_n: 'int', unit_start: 'int', appointment_n: 'int' }

/** Only upcoming visits get busy units: past times cannot be booked. */
export function draftVisits(plan: PracticePlan, now: number): VisitDraft {
  const taken = new Map<number, Set<number>>()
  const draft: VisitDraft = { add, appointments: [], busyUnits: [] }

  function add(visit: Visit): boolean {
    const ofProvider = taken.get(visit.employeeN) ?? new Set<number>()
    taken.set(visit.employeeN, ofProvider)
    const units = listUnits(visit)
    const isCancelled = visit.cancellationReason !== undefined
    if (!isCancelled && units.some((unit) => ofProvider.has(unit))) return false
    const appointmentN = plan.websiteId * 100_000 + 200_001 + draft.appointments.length
    draft.appointments.push(appointmentRow(visit, { plan, appointmentN, now }))
    if (isCancelled) return true
    for (const unit of units) {
      ofProvider.add(unit)
      if (visit.startsAt <= now) continue
      draft.busyUnits.push({
        practice: plan.practice,
        employee_n: visit.employeeN,
        unit_start: unit,
        appointment_n: appointmentN,
      })
    }
    return true
  }

  return draft
}

function listUnits({ startsAt, minutes }: Visit): number[] {
  const { first, last } = unitsOf(startsAt, minutes)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function appointmentRow(
  visit: Visit,
  { plan, appointmentN, now }: { plan: PracticePlan; appointmentN: number; now: number },
): DraftedAppointment {
  const day = 86_400_000
  const madeAt = Math.min(visit.startsAt - 21 * day, now - day)
  const typeNamed = (typeName: string) => plan.types.find(({ name }) => name === typeName)
  const cancelledAt = Math.min(visit.startsAt - day, now - day / 2)
  return {
    practice: plan.practice,
    appointment_n: appointmentN,
    patient_n: visit.patientN,
    employee_n: visit.employeeN,
    facility_n: visit.facilityN,
    starts_at: new Date(visit.startsAt).toISOString(),
    duration: visit.minutes,
    appointment_type_n:
      (typeNamed(visit.typeName) ?? plan.types.find(({ mode }) => mode === visit.mode))?.typeN ?? null,
    type_name: visit.typeName,
    mode: visit.mode,
    cancelled_at: visit.cancellationReason === undefined ? null : new Date(cancelledAt).toISOString(),
    cancellation_reason: visit.cancellationReason ?? '',
    source: 'office',
    created_at: new Date(madeAt).toISOString(),
  }
}
