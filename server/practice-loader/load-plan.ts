import type { Fault } from './file-refused.ts'

/** What the loader makes of one file. Rows name each other by the names that references use (bundle-index.ts). */
export interface LoadPlan {
  facilities: PlannedFacility[]
  providers: PlannedProvider[]
  /** Roles of practitioners that another file holds. */
  roles: PlannedRole[]
  patients: PlannedPatient[]
  appointments: PlannedAppointment[]
  /** References that this file does not answer itself. */
  needs: Need[]
  /** How many resources of each type the file holds. */
  read: Tally
  /** How many were left out, by the reason. */
  skipped: Tally
}

export type Tally = Record<string, number>
export type Kind = 'facility' | 'provider' | 'patient' | 'appointment'

export interface Need extends Fault {
  kind: Kind
  name: string
}

export interface Named {
  /** Names that are this record's own; it is known when one of them is. The first is kept as its source_id. */
  names: string[]
  /** Names by which it can be found, though others may bear them as well. */
  alsoFoundBy: string[]
}

export interface PlannedFacility extends Named {
  name: string
  address: string
  city: string
  /** Short; empty when the file has none. */
  state: string
  stateName: string
  zip: string
  phone: string
  /** Missing without a state: the practice's zone then. */
  timeZone?: string
}

/** Where a provider works: all of `places`, else the first of `otherwise` that is known. */
export interface Workplaces {
  places: string[]
  otherwise: string[]
}

export interface PlannedProvider extends Named, Workplaces {
  firstName: string
  lastName: string
  jobTitle: string
}

export interface PlannedRole extends Named, Workplaces {
  provider: string
  jobTitle: string
}

export interface PlannedPatient extends Named {
  pointer: string
  emrId: string
  /** The system that gave the number. */
  source: string
  firstName: string
  lastName: string
  birthDate: string
  gender: 1 | 2 | 3
  zip: string
  phone: string
  email: string
  address: string
  city: string
  state: string
}

export interface PlannedAppointment extends Named {
  patient: string
  provider: string
  /** Missing: where the provider works. */
  facility?: string
  startsAt: string
  minutes: number
  typeName: string
  mode: 'inoffice' | 'telederm'
  cancelled: boolean
}
