import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { AppointmentType, Facility, Insurance, Provider, Region, VisitMode } from '../../gateways/emr/emr.ts'

const Text = Type.Optional(Type.String({ maxLength: 60 }))

/** The state of a booking stands in the address: two tabs never meet, and Back works. Nothing in it is personal. */
export const ChoicesQuery = closed({
  /** `inoffice` or `telederm` (specification 1 §9). */
  type: Text,
  /** The record server's appointment type. */
  visit: Text,
  /** The record server's insurance, or `none`. */
  insurance: Text,
  /** `location`, `date` or `provider`. */
  by: Text,
  region: Text,
  date: Text,
  provider: Text,
  facility: Text,
})
export type ChoicesQuery = Static<typeof ChoicesQuery>

/** With the first day of the strip, and the appointment that is to be moved instead of a new one. */
export const SlotsQuery = closed({ ...ChoicesQuery.properties, from: Text, reschedule: Text })
export type SlotsQuery = Static<typeof SlotsQuery>

export type Question = keyof ChoicesQuery
export type Way = 'location' | 'date' | 'provider'

/** Every question in the order in which they may come. */
export const questions: readonly Question[] = [
  'type',
  'visit',
  'insurance',
  'by',
  'region',
  'date',
  'provider',
  'facility',
]

/** The questions of each way to book (specification 1 §2, Booking steps). */
export const questionsOf: Record<Way, readonly Question[]> = {
  location: ['type', 'visit', 'insurance', 'by', 'region', 'facility'],
  date: ['type', 'visit', 'insurance', 'by', 'date', 'facility'],
  provider: ['type', 'visit', 'insurance', 'by', 'provider'],
}

/** Stands for whoever has a time, among providers seen by video. */
export const anyProvider = 'any'

/** Stands for no insurance, and for one that the practice does not list. */
export const noInsurance = 'none'

/** What a practice offers of one kind of appointment. */
export interface ModeOffer {
  types: readonly AppointmentType[]
  providers: readonly Provider[]
  /** Where those providers see patients. */
  facilities: readonly Facility[]
}

/** All that can be chosen, by what the record server has and the practice's settings admit. */
export interface Offer {
  modes: Partial<Record<VisitMode, ModeOffer>>
  ways: readonly Way[]
  /** Empty or left out where the practice does not ask for one. */
  insurances?: readonly Insurance[]
  regions: readonly Region[]
  today: string
  latest: string
}

export function isMode(text: string | undefined): text is VisitMode {
  return text === 'inoffice' || text === 'telederm'
}

export function isWay(text: string | undefined): text is Way {
  return text === 'location' || text === 'date' || text === 'provider'
}
