import { offeredTimes, type Opening, type VisitMode } from './free-times.ts'
import { addDays, weekdayOf } from '../../local-time.ts'
import type { HoursPlan, PracticePlan, ProviderPlan } from '../../seed/practice-plan.ts'

/** A time in a provider's working hours. */
export interface OpenTime {
  employeeN: number
  facilityN: number
  startsAt: number
  minutes: number
  typeName: string
  mode: VisitMode
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

export const openingsOf = (hours: readonly HoursPlan[]): Opening[] =>
  hours.flatMap(({ facilityN, weekdays, from, to, mode = 'inoffice' }) =>
    weekdays.map((weekday) => ({ facilityN, weekday, startMinute: minuteOf(from), endMinute: minuteOf(to), mode })),
  )

/** Returns the absence as calendar days. */
export function leaveOf({ leave }: ProviderPlan, today: string): { firstDay: string; lastDay: string }[] {
  return leave ? [{ firstDay: addDays(today, leave.from), lastDay: addDays(today, leave.to) }] : []
}

/** Returns every time of a provider on a day, at all of their facilities. */
export function openTimes(
  plan: PracticePlan,
  provider: ProviderPlan,
  question: { day: string; today: string },
): OpenTime[] {
  const { day, today } = question
  const timetable = { openings: openingsOf(provider.hours), leave: leaveOf(provider, today) }
  const weekday = weekdayOf(day)
  const visits = new Map(
    provider.hours
      .filter(({ weekdays }) => weekdays.includes(weekday))
      .map(({ facilityN, mode = 'inoffice' }) => [`${facilityN} ${mode}`, { facilityN, mode }]),
  )
  return [...visits.values()].flatMap(({ facilityN, mode }) => {
    const { minutes, typeName } = usualVisit(plan, provider, mode)
    const zone = plan.facilities.find((facility) => facility.facilityN === facilityN)?.timeZone ?? plan.timeZone
    return offeredTimes(timetable, { facilityN, zone, day, minutes, mode }).map((startsAt) => ({
      employeeN: provider.employeeN,
      facilityN,
      startsAt,
      minutes,
      typeName,
      mode,
    }))
  })
}

/** Returns the interval of the practice's calendar and the name of a visit of that length. */
function usualVisit(
  plan: PracticePlan,
  provider: ProviderPlan,
  mode: VisitMode,
): { minutes: number; typeName: string } {
  if (provider.visit) return provider.visit
  if (mode === 'telederm')
    return { minutes: plan.types.find((type) => type.mode === mode)?.minutes ?? 15, typeName: plan.videoName }
  return { minutes: 20, typeName: plan.visitNames[0] ?? '' }
}
