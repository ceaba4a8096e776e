import type { Db } from '../../../db/open.ts'
import { loadBusy, loadTimetables, type Timetable } from './calendar.store.ts'
import { freeTimes } from './free-times.ts'
import { addDays } from '../../local-time.ts'
import { loadPlaces, type Place, type PlaceQuestion, type VisitType } from './places.store.ts'

export interface SlotQuestion extends PlaceQuestion {
  firstDay: string
  days: number
  /** Milliseconds since 1970. */
  now: number
}

/** The free times of one provider at one facility. */
export interface PlaceTimes {
  place: Place
  days: { day: string; times: number[] }[]
  /** The first day with a free time from the first requested day on; empty if there is none within a year. */
  nextDay: string
}

interface Span {
  firstDay: string
  days: number
}

/** How many days ahead the next free day is searched, step by step: nearly always the first step finds it. */
const reaches = [35, 120, 365]

/**
 * Runs four queries for any number of providers, and two more for each step that a provider without a free time needs.
 */
export async function searchSlots(db: Db, question: SlotQuestion): Promise<PlaceTimes[]> {
  const places = await loadPlaces(db, question)
  if (places.length === 0) return []
  const timetables = await loadTimetables(db, question.practice, employeesOf(places))
  const page = await timesOf({ db, question, timetables }, places, question)
  const nextDays = await findNextDays({ db, question, timetables }, page)
  return page.map((times) => ({ ...times, nextDay: firstFreeDay(times.days) ?? nextDays.get(times.place) ?? '' }))
}

interface Search {
  db: Db
  question: SlotQuestion
  timetables: Map<number, Timetable>
}

type DaysOfPlace = Omit<PlaceTimes, 'nextDay'>

async function timesOf({ db, question, timetables }: Search, places: Place[], span: Span): Promise<DaysOfPlace[]> {
  const busy = await loadBusy(db, { ...question, employees: employeesOf(places), ...boundsOf(span) })
  const days = Array.from({ length: span.days }, (_, index) => addDays(span.firstDay, index))
  return places.map((place) => {
    const timetable = timetables.get(place.employeeN) ?? { openings: [], leave: [] }
    const calendar = { ...timetable, busy: busy.get(place.employeeN) ?? new Set<number>() }
    return {
      place,
      days: days.map((day) => ({ day, times: freeTimes(calendar, dayAt(place, question.type, day), question.now) })),
    }
  })
}

const dayAt = ({ facilityN, zone }: Place, { minutes, mode }: VisitType, day: string) => ({
  facilityN,
  zone,
  minutes,
  mode,
  day,
})

/** Returns the instants that contain the days in every time zone. */
const boundsOf = ({ firstDay, days }: Span) => ({
  from: Date.parse(`${addDays(firstDay, -1)}T00:00:00Z`),
  until: Date.parse(`${addDays(firstDay, days + 1)}T00:00:00Z`),
})

const employeesOf = (places: Place[]): number[] => [...new Set(places.map(({ employeeN }) => employeeN))]

const firstFreeDay = (days: DaysOfPlace['days']): string | undefined => days.find(({ times }) => times.length > 0)?.day

async function findNextDays(search: Search, page: DaysOfPlace[]): Promise<Map<Place, string>> {
  const { question, timetables } = search
  const nextDays = new Map<Place, string>()
  let missing = page
    .filter(({ days, place }) => !firstFreeDay(days) && timetables.get(place.employeeN)?.openings.length)
    .map(({ place }) => place)
  let searched = question.days
  for (const reach of reaches) {
    if (missing.length === 0 || searched >= reach) continue
    const span = { firstDay: addDays(question.firstDay, searched), days: reach - searched }
    for (const { place, days } of await timesOf(search, missing, span)) {
      const day = firstFreeDay(days)
      if (day) nextDays.set(place, day)
    }
    missing = missing.filter((place) => !nextDays.has(place))
    searched = reach
  }
  return nextDays
}
