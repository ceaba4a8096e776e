import type { VisitMode } from '../areas/slots/free-times.ts'
import type { Practice } from '../practices.ts'

/** The description of a practice for the seed; see lakeside.ts and northgate.ts. */
export interface PracticePlan extends Omit<Practice, 'portalEmployeeN'> {
  /** The start of the random sequence, so that a change to one practice leaves the other unchanged. */
  randomSeed: number
  /** The e-mail address at which the office receives messages of the portal. */
  officeMail: string
  regions: { regionN: number; name: string; state: string }[]
  facilities: FacilityPlan[]
  providers: ProviderPlan[]
  types: TypePlan[]
  insurances: InsurancePlan[]
  patients: PatientPlan
  shortLinks: Record<string, string>
  visitNames: readonly string[]
  /** The name of video visits as shown on appointments. */
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
  /** For a provider whose visits have another length than usual. */
  visit?: { minutes: number; typeName: string }
  /** The share of the next four weeks that is taken already, 0 to 1. */
  taken: number
  /** The days of absence, counted from the day of the seed. */
  leave?: { from: number; to: number }
}

/** The facility of the first entry is the home facility; a provider with empty `weekdays` takes no patients online. */
export interface HoursPlan {
  facilityN: number
  weekdays: number[]
  /** Local time, `HH:mm`. */
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
