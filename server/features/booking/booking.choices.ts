import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type {
  AppointmentType,
  Facility,
  Insurance,
  Provider,
  Region,
  VisitMode,
} from '../../gateways/emr/reference/reference.ts'

const Text = Type.Optional(Type.String({ maxLength: 60 }))

/**
 * The address contains the state of a booking, so that tabs are independent and Back works. It contains nothing
 * personal.
 */
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

/** Adds the first day of the strip, the appointment to be moved instead of a new booking, and the waiting list that led here. */
export const SlotsQuery = closed({ ...ChoicesQuery.properties, from: Text, reschedule: Text, waiting: Text })
export type SlotsQuery = Static<typeof SlotsQuery>

export type Question = keyof ChoicesQuery
export type Way = 'location' | 'date' | 'provider'

/** All questions, in their order. */
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

/** Means any provider with a free time, among those who see patients by video. */
export const anyProvider = 'any'

/** Means no insurance, or one that the practice does not list. */
export const noInsurance = 'none'

/** The offer of a practice for one visit mode. */
export interface ModeOffer {
  types: readonly AppointmentType[]
  providers: readonly Provider[]
  /** The facilities where those providers see patients. */
  facilities: readonly Facility[]
}

/** Everything that can be chosen: the record server's data, limited by the practice's settings. */
export interface Offer {
  modes: Partial<Record<VisitMode, ModeOffer>>
  ways: readonly Way[]
  /** Empty or undefined where the practice does not ask for an insurance. */
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
