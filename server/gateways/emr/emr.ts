import type { Arrivals } from './arrivals.ts'
import type { Billing } from './billing.ts'
import type { ClinicalDocuments } from './clinical-documents.ts'
import type { Documents } from './documents.ts'
import type { Estimates } from './estimates.ts'
import type { LabOrders } from './lab-orders.ts'
import type { Logos } from './logo.ts'
import type { Medications } from './medications.ts'
import type { Messages } from './messages.ts'
import type { PaymentLinks } from './payment-links.ts'
import type { Invoices } from './invoices.ts'
import type { Payments } from './payments.ts'
import type { Pharmacies } from './pharmacies.ts'
import type { Photos } from './photos.ts'
import type { Reviews } from './reviews.ts'
import type { TestResults } from './test-results.ts'
import type { VisitRecords } from './visit-records.ts'

/**
 * The practice's record server, as the portal sees it (specification 1 §7). Ids are the record server's
 * numbers as text. Instants are ISO 8601 in UTC; days are `yyyy-MM-dd` in the facility's zone; durations
 * are minutes. Every method may throw an EmrError (see emr.errors.ts).
 */
export interface Emr
  extends
    Arrivals,
    Billing,
    ClinicalDocuments,
    Documents,
    Estimates,
    Invoices,
    LabOrders,
    Logos,
    Medications,
    Messages,
    PaymentLinks,
    Payments,
    Pharmacies,
    Photos,
    Reviews,
    TestResults,
    VisitRecords {
  /** Returns undefined if the practice has no value of that name. */
  adminSetting(name: string): Promise<string | undefined>
  regions(): Promise<Region[]>
  facilities(query?: { insuranceId?: string }): Promise<Facility[]>
  providers(mode: VisitMode, query?: { insuranceId?: string }): Promise<Provider[]>
  appointmentTypes(mode: VisitMode): Promise<AppointmentType[]>
  /** Empty if the practice does not ask for one. */
  insurances(): Promise<Insurance[]>
  facilitiesByDate(query: { day: string; mode: VisitMode; typeId: string }): Promise<FacilityOnDay[]>
  /** One schedule per provider at the facility. */
  slotsForFacility(query: SlotQuery & { facilityId: string }): Promise<Schedule[]>
  /** One schedule per facility of the provider. `providerId` undefined: any provider (telederm). */
  slotsForProvider(query: SlotQuery & { providerId?: string }): Promise<Schedule[]>
  /** One schedule per provider at the facility on that single day. */
  slotsByDate(query: {
    day: string
    mode: VisitMode
    typeId: string
    facilityId: string
    providerId?: string
    ownTypes?: boolean
  }): Promise<Schedule[]>
  /** Holds a time; returns undefined if it is taken already. */
  holdSlot(slot: SlotKey): Promise<string | undefined>
  /** Releasing twice, or after the booking, changes nothing. */
  releaseSlot(slotId: string): Promise<void>
  /**
   * Books a held time once per `reference`; returns undefined if the record server declines. After an EmrError with
   * `mayHaveHappened` call findBooking, or book again with the same reference.
   */
  bookAppointment(booking: Booking): Promise<string | undefined>
  /**
   * Moves an appointment of the patient to a held time, once per `reference`. Returns undefined if the record server
   * declines; then the appointment keeps its time. The old time is released together with taking the new one, not
   * before. Errors are as for bookAppointment.
   */
  moveAppointment(move: Move): Promise<string | undefined>
  /**
   * Cancels an appointment; a second time changes nothing. `over`: it has begun. Returns undefined if the patient has
   * no such appointment. After an EmrError with `mayHaveHappened` read the appointment.
   */
  cancelAppointment(request: {
    patientId: string
    appointmentId: string
    reason: string
  }): Promise<'cancelled' | 'over' | undefined>
  /** Returns the appointment that was booked or moved with this reference, if any. Recovers from a lost response. */
  findBooking(reference: string): Promise<string | undefined>
  /** Asks the record server to remind the patient, with the portal's links for them. */
  requestReminder(appointmentId: string, links?: PortalLinks): Promise<void>
  appointments(query: AppointmentQuery): Promise<{ total: number; items: Appointment[] }>
  appointment(query: { patientId: string; appointmentId: string }): Promise<Appointment | undefined>
  patient(patientId: string): Promise<Patient | undefined>
  /** Returns the records that fit a person; never cached. More than one if two records share all of it. */
  findPatients(identity: Identity): Promise<PatientMatch[]>
  /** In the order primary, secondary, third; empty if the patient has none. */
  insurancesOf(patientId: string): Promise<PatientInsurance[]>
  /** Returns the e-mail address at which the office of the patient's practice receives messages of the portal. */
  facilityMail(patientId: string): Promise<string>
  /** Returns the forms that the office requested from the patient, in every state; the latest request first. */
  forms(patientId: string): Promise<AssignedForm[]>
  /**
   * Marks a form as started and returns the URL (http or https) of its page at the practice; undefined if the patient
   * has no such form. Starting again changes nothing but the time. After an EmrError with `mayHaveHappened` it may be
   * started all the same.
   */
  startForm(form: { patientId: string; name: string; template: string }): Promise<string | undefined>
  /**
   * Sets the URL at which the provider joins a video visit. Like the next three: returns false for an unknown
   * appointment; repeating it changes nothing.
   */
  setVisitLink(link: { appointmentId: string; url: string }): Promise<boolean>
  enterVisit(visit: VisitPart): Promise<boolean>
  leaveVisit(visit: VisitPart): Promise<boolean>
  endVisit(visit: Omit<VisitPart, 'as'>): Promise<boolean>
}

export type VisitMode = 'inoffice' | 'telederm'

/** A participant of a video visit, and the place. */
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
  /** When it is open, in words. */
  hours?: string
  /** The argument of `photo`; undefined without a photo. */
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
  /** The argument of `photo`; undefined without a photo. */
  photoPath?: string
  /** The facilities where the provider sees patients; the first is the home facility. */
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
  /** The first day of the range. */
  from: string
  days: number
  mode: VisitMode
  typeId: string
  /** Returns only times that the record server keeps for the type, never the general ones (specification 1 §4). */
  ownTypes?: boolean
}

/** The free times of one provider at one facility. */
export interface Schedule {
  provider: Provider
  facility: Facility
  /** How to get there: parking, entrance (Facility_Info of specification 1 §3). */
  facilityInfo?: string
  /** A row for each requested day, also for those without a time. */
  days: { day: string; slots: Slot[] }[]
  /** The first day with a free time at or after the first requested day; undefined if there is none within a year. */
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
  /** The portal's own id of this booking; the record server keeps it as APPOINTMENT_EXTERNAL_ID. */
  reference: string
  /** Where the patient finds the portal. */
  portalUrl?: string
}

/** Addresses of the portal for the patient of an appointment, who signs in to open them. */
export interface PortalLinks {
  portal?: string
  prepare?: string
  upload?: string
  visit?: string
}

/** A held time for an existing appointment. */
export interface Move extends SlotKey {
  appointmentId: string
  patientId: string
  slotId: string
  /** The portal's own id of this move, kept like that of a booking. */
  reference: string
  /** Where the patient finds the portal. */
  portalUrl?: string
}

export type AppointmentList = 'upcoming' | 'past' | 'cancelled'

interface AppointmentQuery {
  patientId: string
  list: AppointmentList
  /** The first page is 1. */
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
  /** How to get there: parking, entrance. */
  facilityInfo?: string
  typeName: string
  mode: VisitMode
  cancellationReason?: string
  /** 1 to 5; undefined until the patient has rated the visit. */
  reviewStars?: number
}

export interface Patient {
  id: string
  /** The record number that patients know. */
  emrId: string
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`. */
  dob: string
  gender: Gender
  zip: string
  /** Digits, or empty. */
  cellPhone: string
  /** Like all that follow: empty if the record has none. */
  email: string
  address: string
  secondAddress: string
  city: string
  /** Two letters. */
  state: string
}

/** 1 male, 2 female, 3 unknown. */
export type Gender = 1 | 2 | 3

/** The data that identify a patient record (specification 1 §7, GetPatient). */
export interface Identity {
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`. */
  dob: string
  gender: Gender
  zip: string
}

/** A record that fits an identity, with the names as the practice spells them. */
export interface PatientMatch {
  id: string
  /** Whether the practice knows an account of an earlier portal. */
  hasEarlierAccount: boolean
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
  /** The patient's number at the carrier, and the number of the group; either may be empty. */
  id: string
  group: string
}

export interface AssignedForm {
  name: string
  template: string
  /** `assigned`: not opened yet. `other`: any other value of the record server, such as completed. */
  status: 'assigned' | 'started' | 'other'
  /** Instants. */
  requestedAt: string
  updatedAt: string
}
