import type { VisitMode } from '../areas/slots/free-times.ts'
import type { Practice } from '../practices.ts'

/** A practice as the seed describes it; see lakeside.ts and northgate.ts. */
export interface PracticePlan extends Practice {
  /** Start of the random numbers, so that a change to one practice leaves the other as it was. */
  randomSeed: number
  /** Where the office reads what the portal tells it. */
  officeMail: string
  regions: { regionN: number; name: string; state: string }[]
  facilities: FacilityPlan[]
  providers: ProviderPlan[]
  types: TypePlan[]
  insurances: InsurancePlan[]
  patients: PatientPlan
  settings: Record<string, string>
  shortLinks: Record<string, string>
  visitNames: readonly string[]
  /** Name of video visits as it stands on appointments. */
  videoName: string
}

export interface FacilityPlan {
  facilityN: number
  regionN: number
  name: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  timeZone: string
  info: string
}

export interface ProviderPlan {
  employeeN: number
  firstName: string
  lastName: string
  jobTitle: string
  bio: string
  hours: HoursPlan[]
  /** Whose visits are not of the usual length. */
  visit?: { minutes: number; typeName: string }
  /** Part of the next four weeks that is taken already, 0 to 1. */
  taken: number
  /** Days away, counted from the day of the seed. */
  leave?: { from: number; to: number }
}

/** The facility of the first is the home facility; a provider with empty `weekdays` takes no patients online. */
export interface HoursPlan {
  facilityN: number
  weekdays: number[]
  /** Wall clock, `HH:mm`. */
  from: string
  to: string
  mode?: VisitMode
}

interface TypePlan {
  typeN: number
  name: string
  minutes: number
  mode: VisitMode
  /** Only these providers offer it. */
  onlyBy?: number[]
}

interface InsurancePlan {
  insuranceN: number
  name: string
  notAtFacilities: number[]
  notByProviders: number[]
}

interface PatientPlan {
  firstN: number
  count: number
  emridPrefix: string
  areaCode: string
  places: { zip: string; city: string; state: string }[]
}
