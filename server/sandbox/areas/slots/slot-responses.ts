import { wireInstant } from '../../local-time.ts'
import type { VisitType } from './places.store.ts'
import type { PlaceTimes } from './slot-search.ts'

/** A schedule as specification 1 §3 names its fields. */
export function scheduleAnswer({ place, days, nextDay }: PlaceTimes, type: VisitType): Record<string, unknown> {
  const dayAnswers = days.map(({ day, times }) => {
    const slots = times.map((at) => ({
      slotDate: wireInstant(place.zone, at),
      duration: type.minutes,
      isslotexisting: false,
    }))
    // A request names one type; a practice with custom types has no other times.
    return { ScheduleDate: day, Slots: type.isCustom ? [] : slots, ApptTypeSlots: slots }
  })
  return {
    Employee_N: place.employeeN,
    Employee_First_Name: place.firstName,
    Employee_Last_Name: place.lastName,
    Employee_Job_Title: place.jobTitle,
    Employee_Bio: place.bio,
    SchedulinPhone: place.phone,
    NextAvailability: nextDay,
    AvailableSlotsCount: countOf({ days }),
    Duration: type.minutes,
    SlotsDate: dayAnswers,
    Facility_N: place.facilityN,
    Facility_Name: place.facilityName,
    Facility_Address: `${place.address}, ${place.city}, ${place.state} ${place.zip}`,
    Facility_Info: place.info,
    GOOGLE_MAPS_LINK: place.mapUrl,
  }
}

/** One row per facility, with its number of free times. */
export function facilityAnswers(places: PlaceTimes[]): Record<string, unknown>[] {
  const answers = new Map<number, Record<string, unknown> & { Slots: number }>()
  for (const { place, days } of places) {
    const known = answers.get(place.facilityN)
    answers.set(place.facilityN, {
      Facility_n: place.facilityN,
      Facility_Name: place.facilityName,
      Facility_Address: place.address,
      Facility_City: place.city,
      Facility_State: place.state,
      Facility_Zip: place.zip,
      Slots: (known?.Slots ?? 0) + countOf({ days }),
      SchedulinPhone: place.phone,
    })
  }
  return [...answers.values()]
}

const countOf = ({ days }: Pick<PlaceTimes, 'days'>): number => days.reduce((sum, { times }) => sum + times.length, 0)
