import type { Arrivals } from './arrivals.ts'
import type { Documents } from './documents.ts'
import type { Photos } from './photos.ts'
import type { Reviews } from './reviews.ts'

/**
 * The practice's record server, as the portal sees it (specification 1 §7). Ids are the record server's
 * numbers as text. Instants are ISO 8601 in UTC; days are `yyyy-MM-dd` in the facility's zone; durations
 * are minutes. Every method may throw an EmrError (see emr.errors.ts).
 */
export interface Emr extends Arrivals, Documents, Photos, Reviews {
  /** Answers undefined when the practice has no value of that name. */
  adminSetting(name: string): Promise<string | undefined>
  regions(): Promise<Region[]>
  facilities(query?: { insuranceId?: string }): Promise<Facility[]>
  providers(mode: VisitMode, query?: { insuranceId?: string }): Promise<Provider[]>
  appointmentTypes(mode: VisitMode): Promise<AppointmentType[]>
  /** Empty when the practice does not ask for one. */
  insurances(): Promise<Insurance[]>
  facilitiesByDate(query: { day: string; mode: VisitMode; typeId: string }): Promise<FacilityOnDay[]>
  /** One schedule for each provider at the facility. */
  slotsForFacility(query: SlotQuery & { facilityId: string }): Promise<Schedule[]>
  /** One schedule for each facility of the provider. `providerId` undefined: any provider (telederm). */
  slotsForProvider(query: SlotQuery & { providerId?: string }): Promise<Schedule[]>
  /** One schedule for each provider at the facility on that single day. */
  slotsByDate(query: {
    day: string
    mode: VisitMode
    typeId: string
    facilityId: string
    providerId?: string
    ownTypes?: boolean
  }): Promise<Schedule[]>
  /** Holds a time; undefined when it is taken already. */
  holdSlot(slot: SlotKey): Promise<string | undefined>
  /** Releasing twice, or after the booking, changes nothing. */
  releaseSlot(slotId: string): Promise<void>
  /**
   * Books a held time once for each `reference`; undefined when the record server declines. After an EmrError with
   * `mayHaveHappened` ask findBooking, or book again with the same reference.
   */
  bookAppointment(booking: Booking): Promise<string | undefined>
  /**
   * Moves an appointment of the patient to a held time, once for each `reference`; undefined when the record server
   * declines, and then it stands where it was. Its old time is given back with the new one taken, not before. After an
   * EmrError as bookAppointment.
   */
  moveAppointment(move: Move): Promise<string | undefined>
  /**
   * Calls an appointment off; a second time changes nothing. `over`: it has begun. Undefined when the patient has no such
   * appointment. After an EmrError with `mayHaveHappened` read the appointment.
   */
  cancelAppointment(wish: {
    patientId: string
    appointmentId: string
    reason: string
  }): Promise<'cancelled' | 'over' | undefined>
  /** The appointment that was booked or moved with this reference, if any: the way back after a lost answer. */
  findBooking(reference: string): Promise<string | undefined>
  requestReminder(appointmentId: string): Promise<void>
  appointments(query: AppointmentQuery): Promise<{ total: number; items: Appointment[] }>
  appointment(query: { patientId: string; appointmentId: string }): Promise<Appointment | undefined>
  patient(patientId: string): Promise<Patient | undefined>
  /** The records that fit a person; never remembered. More than one when two records share all of it. */
  findPatients(identity: Identity): Promise<FoundPatient[]>
  /** In the order primary, secondary, third; empty when the patient has none. */
  insurancesOf(patientId: string): Promise<PatientInsurance[]>
  /** Where the office of the patient's practice reads what the portal tells it: an e-mail address. */
  facilityMail(patientId: string): Promise<string>
  /** The forms that the office has asked the patient for, in every state; the latest request first. */
  forms(patientId: string): Promise<AssignedForm[]>
  /**
   * Marks a form as started and answers the address (http or https) of its page at the practice; undefined when the
   * patient has no such form. Starting again changes nothing but the time. After an EmrError with `mayHaveHappened`
   * it may be started all the same.
   */
  startForm(form: { patientId: string; name: string; template: string }): Promise<string | undefined>
  /** The address at which the provider joins a video visit. As the next three: false for an unknown appointment, harmless twice. */
  setVisitLink(link: { appointmentId: string; url: string }): Promise<boolean>
  enterVisit(visit: VisitPart): Promise<boolean>
  leaveVisit(visit: VisitPart): Promise<boolean>
  endVisit(visit: Omit<VisitPart, 'as'>): Promise<boolean>
}

export type VisitMode = 'inoffice' | 'telederm'

/** Who sits in a video visit, and where. */
interface VisitPart {
  appointmentId: string
  room: string
  as: 'patient' | 'provider'
}

export interface Region {
  id: string
  name: string
  state: string
}

export interface Facility {
  id: string
  name: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  regionId: string
  /** IANA zone. */
  timeZone: string
  mapUrl?: string
  /** What `photo` asks for; without it there is none. */
  photoPath?: string
  acceptsInsurance: boolean
}

export interface FacilityOnDay extends Facility {
  freeTimes: number
}

export interface Provider {
  id: string
  firstName: string
  lastName: string
  jobTitle: string
  bio: string
  /** What `photo` asks for; without it there is none. */
  photoPath?: string
  /** Where the provider sees patients; the first is the home facility. */
  facilityIds: string[]
  acceptsInsurance: boolean
}

export interface AppointmentType {
  id: string
  name: string
  minutes: number
}

export interface Insurance {
  id: string
  name: string
}

export interface SlotQuery {
  /** First day of the strip. */
  from: string
  days: number
  mode: VisitMode
  typeId: string
  /** Only times that the record server keeps for the type count, never the general ones (specification 1 §4). */
  ownTypes?: boolean
}

/** The free times of one provider at one facility. */
export interface Schedule {
  provider: Provider
  facility: Facility
  /** A row for each day asked for, also those without a time. */
  days: { day: string; slots: Slot[] }[]
  /** The first day with a free time at or after the first day asked for; undefined when there is none within a year. */
  nextAvailableDay?: string
}

export interface Slot {
  startsAt: string
  minutes: number
}

export interface SlotKey {
  providerId: string
  facilityId: string
  startsAt: string
  minutes: number
}

export interface Booking extends SlotKey {
  patientId: string
  slotId: string
  mode: VisitMode
  typeName: string
  /** The portal's own name for this booking; the record server keeps it as APPOINTMENT_EXTERNAL_ID. */
  reference: string
}

/** A held time for an appointment that stands. */
export interface Move extends SlotKey {
  appointmentId: string
  patientId: string
  slotId: string
  /** The portal's own name for this move, kept as that of a booking is. */
  reference: string
}

export type AppointmentList = 'upcoming' | 'past' | 'cancelled'

interface AppointmentQuery {
  patientId: string
  list: AppointmentList
  /** First page is 1. */
  page: number
  size: number
}

export interface Appointment {
  id: string
  providerId: string
  facilityId: string
  startsAt: string
  minutes: number
  timeZone: string
  providerName: string
  facilityName: string
  facilityPhone: string
  facilityAddress: string
  typeName: string
  mode: VisitMode
  cancellationReason?: string
  /** 1 to 5, once the patient has rated it. */
  reviewStars?: number
}

export interface Patient {
  id: string
  /** The record number that people know. */
  emrId: string
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`. */
  dob: string
  gender: Gender
  zip: string
  /** Digits, or empty. */
  cellPhone: string
  /** As all that follow: empty when the record has none. */
  email: string
  address: string
  secondAddress: string
  city: string
  /** Two letters. */
  state: string
}

/** 1 male, 2 female, 3 unknown. */
export type Gender = 1 | 2 | 3

/** What a person must know of themselves to be found (specification 1 §7, GetPatient). */
export interface Identity {
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`. */
  dob: string
  gender: Gender
  zip: string
}

/** A record that fits an identity, with the names as the practice spells them. */
export interface FoundPatient {
  id: string
  emrId: string
  firstName: string
  lastName: string
  /** Digits, or empty. */
  cellPhone: string
  email: string
}

export interface PatientInsurance {
  order: 'primary' | 'secondary' | 'third'
  carrier: string
  /** The patient's number at the carrier, and that of the group; either may be empty. */
  id: string
  group: string
}

export interface AssignedForm {
  name: string
  template: string
  /** `assigned`: not opened yet. `other`: anything else the record server says, such as completed. */
  status: 'assigned' | 'started' | 'other'
  /** Instants. */
  requestedAt: string
  updatedAt: string
}
