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
  /** First day with a free time from the first day asked for on; empty when there is none within a year. */
  nextDay: string
}

interface Span {
  firstDay: string
  days: number
}

/** How far ahead of the page the next free day is looked for, step by step: nearly always the first step has it. */
const reaches = [35, 120, 365]

/** Four queries for any number of providers, and two more for each step that someone without a free time needs. */
export async function searchSlots(db: Db, question: SlotQuestion): Promise<PlaceTimes[]> {
  const places = await loadPlaces(db, question)
  if (places.length === 0) return []
  const timetables = await loadTimetables(db, question.practice, employeesOf(places))
  const page = await timesOf({ db, question, timetables }, places, question)
  const nextDays = await findNextDays({ db, question, timetables }, page)
  return page.map((found) => ({ ...found, nextDay: firstFreeDay(found.days) ?? nextDays.get(found.place) ?? '' }))
}

interface Search {
  db: Db
  question: SlotQuestion
  timetables: Map<number, Timetable>
}

type Found = Omit<PlaceTimes, 'nextDay'>

async function timesOf({ db, question, timetables }: Search, places: Place[], span: Span): Promise<Found[]> {
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

/** The instants that contain the days in every zone of the world. */
const boundsOf = ({ firstDay, days }: Span) => ({
  from: Date.parse(`${addDays(firstDay, -1)}T00:00:00Z`),
  until: Date.parse(`${addDays(firstDay, days + 1)}T00:00:00Z`),
})

const employeesOf = (places: Place[]): number[] => [...new Set(places.map(({ employeeN }) => employeeN))]

const firstFreeDay = (days: Found['days']): string | undefined => days.find(({ times }) => times.length > 0)?.day

async function findNextDays(search: Search, page: Found[]): Promise<Map<Place, string>> {
  const { question, timetables } = search
  const found = new Map<Place, string>()
  let missing = page
    .filter(({ days, place }) => !firstFreeDay(days) && timetables.get(place.employeeN)?.openings.length)
    .map(({ place }) => place)
  let searched = question.days
  for (const reach of reaches) {
    if (missing.length === 0 || searched >= reach) continue
    const span = { firstDay: addDays(question.firstDay, searched), days: reach - searched }
    for (const { place, days } of await timesOf(search, missing, span)) {
      const day = firstFreeDay(days)
      if (day) found.set(place, day)
    }
    missing = missing.filter((place) => !found.has(place))
    searched = reach
  }
  return found
}
