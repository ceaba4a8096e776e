import type { IconName, Words } from '../../schemas/base.ts'
import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Db } from '../db/open.ts'
import type { Appointment } from '../gateways/emr/appointments/appointments.ts'
import type { Notification } from '../gateways/direct/direct.ts'
import type { PortalLinks } from '../gateways/emr/booking/booking.ts'
import type { Emr } from '../gateways/emr/emr.ts'
import type { Licensee } from '../licensees/licensee.ts'
import type { Setting } from '../licensees/settings/definition.ts'
import type { Context } from '../protocol/context.ts'
import type { ActionContext, Named } from '../protocol/definitions.ts'
import { extensionPoint } from '../protocol/extension-point.ts'
import type { Guard } from '../protocol/guard.ts'
import type { NamedLink } from '../protocol/own-link.ts'
import type { ActingPrincipal, PatientKey } from '../protocol/principal.ts'
import type { Reads, Rule } from '../protocol/trace.ts'
import type { PendingPart } from './billing/charges.rules.ts'
import type { FhirResource } from './fhir.ts'
import type { OpenedPatient } from './patient-page.ts'
import type { NewStaffTask, StaffTaskSource } from './staff-tasks.ts'

/** The fields of an appointment that a link is made from. */
export type LinkedAppointment = Pick<Appointment, 'id' | 'startsAt' | 'minutes' | 'mode'>

type AddressOf = (context: Context, appointment: Appointment) => Promise<string | undefined>
type LinkOf<A> = (context: Context, appointment: A) => Promise<NamedLink | undefined>

/** Returns a link for an upcoming appointment, or undefined. Also used on the booking confirmation. */
export const upcomingLinks = extensionPoint<LinkOf<LinkedAppointment>>('links of upcoming appointments', {
  usedBy: ['appointments', 'booking'],
})

/** Returns a link for a past appointment, or undefined. */
export const pastLinks = extensionPoint<LinkOf<Appointment>>('links of past appointments', { usedBy: ['appointments'] })

/** Returns the address where the patient joins the video visit of an appointment; undefined when it has none. */
export const videoVisitAddresses = extensionPoint<AddressOf>('addresses of video visits', { usedBy: ['appointments'] })

/** Returns the address for uploading documents for an appointment of the person's patient. */
export const uploadAddresses = extensionPoint<AddressOf>('addresses of uploads', { usedBy: ['arrival'] })

/** Called when a patient has cancelled an appointment. Never rejects. */
export const appointmentCancelled = extensionPoint<(context: ActionContext, appointment: Appointment) => Promise<void>>(
  'appointment cancelled',
  { usedBy: ['appointments'] },
)

/** An appointment that the portal has booked or moved. */
export interface BookedAppointment extends LinkedAppointment {
  licenseeId: string
  patientId: string
  /** Scheme, host and port for links to this portal; missing when portal 0.3 began the booking. */
  origin?: string
  /** The previous start of a moved appointment. */
  movedFrom?: string
}

/** Called in the transaction that stores a booking or a move. */
export const appointmentBooked = extensionPoint<(tx: Db, appointment: BookedAppointment) => Promise<void>>(
  'appointment booked',
  { usedBy: ['booking'] },
)

/** Returns addresses of this portal for the record server's reminders of an appointment, without origin. */
export const reminderLinks = extensionPoint<
  (appointment: BookedAppointment, emr: Emr) => Promise<Omit<PortalLinks, 'portal'>>
>('links of reminders', { usedBy: ['booking'] })

/** Called when a person has signed in, with the patient for whom they act. Never rejects. */
export const signedIn = extensionPoint<(context: ActionContext, principal: ActingPrincipal) => Promise<void>>(
  'signed in',
  { usedBy: ['identity'] },
)

/** Called before a person signs out, while the session is still valid. Never rejects. */
export const signingOut = extensionPoint<(context: ActionContext) => Promise<void>>('signing out', {
  usedBy: ['sign-in'],
})

export interface RemovedGuardian {
  licenseeId: string
  patientId: string
  accountId: number
}

/** Called in the transaction that ends what an account may do for a patient. */
export const guardianRemoved = extensionPoint<(tx: Db, removed: RemovedGuardian) => Promise<void>>('guardian removed', {
  usedBy: ['account-help', 'guardians'],
})

export interface DisabledPatient extends PatientKey {
  at: Date
}

/** Called in the transaction that disables a patient. Drafts, invitations and held times of the patient end there. */
export const patientDisabled = extensionPoint<(tx: Db, disabled: DisabledPatient) => Promise<void>>(
  'patient disabled',
  { usedBy: ['account-help'] },
)

/** Payments of a patient that go on by themselves. The staff decide about them when they disable the patient. */
export interface AgreedPayments {
  /** Returns each of them in words: who pays, with which card, and when next. */
  running(db: Db, key: PatientKey & { timeZone: string }): Promise<string[]>
  stop(tx: Db, key: PatientKey): Promise<void>
}
export const agreedPayments = extensionPoint<AgreedPayments>('agreed payments', { usedBy: ['account-help'] })

/** Called in the transaction that turns the second factor of an account off: what belonged to it goes as well. */
export const secondFactorRemoved = extensionPoint<(tx: Db, accountId: number) => Promise<void>>(
  'second factor removed',
  { usedBy: ['identity'] },
)

/** Another way in, shown below the form of patients and guardians: a sign-in method, or verification as a guest. */
export interface SignInMethod {
  /** The id of its block, used by `?explain=1`. */
  id: string
  rule: Rule
  /** The actions that its blocks call. */
  actions: readonly Named[]
  /** `next`: the address to open after signing in; empty for the default. */
  blocks(context: Context, next: string): BlockList
}
export const signInMethods = extensionPoint<SignInMethod>('sign-in methods', { usedBy: ['home', 'sign-in'] })

/** The same below the form of administrators. */
export const adminSignInMethods = extensionPoint<SignInMethod>('sign-in methods of administrators', {
  usedBy: ['sign-in'],
})

/** What the staff can set up instead of an authenticator app, at their first sign-in. Nothing where it is impossible. */
export const otherSecondFactors = extensionPoint<{
  /** The actions that its blocks call. */
  actions: readonly Named[]
  blocks(context: Context): BlockList
}>('other second factors', { usedBy: ['second-factor'] })

/**
 * Uses a recovery code of an account up and tells its owner. Resolves to false when what was typed is none of them, or
 * one that was used.
 */
export const recoveryCodeProofs = extensionPoint<
  (context: ActionContext, given: { accountId: number; typed: string }) => Promise<boolean>
>('recovery codes as a proof', { usedBy: ['identity'] })

/** A section on the settings page of an account. */
export interface AccountSection {
  /** The id of its block, used by `?explain=1`. */
  id: string
  /** Also shown to administrators, on their account page. */
  forAdmins?: boolean
  rule?: Rule
  /** The actions that its blocks call. */
  actions?: readonly Named[]
  blocks(context: Context): Promise<BlockList> | BlockList
}
export const accountSections = extensionPoint<AccountSection>('sections of the account', {
  usedBy: ['account-settings'],
})

/** What administrators should know, above the cards of their dashboard; nothing while all is well. */
export interface StaffNotice {
  guard: Guard
  blocks(context: Context): Promise<BlockList>
}
export const staffNotices = extensionPoint<StaffNotice>('notices of administrators', { usedBy: ['staff-dashboard'] })

/** What the staff does on the dashboard itself, above the cards, such as a search. */
export interface StaffShortcut {
  guard: Guard
  /** The actions that its blocks call. */
  actions: readonly Named[]
  blocks(): BlockList
}
export const staffShortcuts = extensionPoint<StaffShortcut>('shortcuts on the dashboard of administrators', {
  usedBy: ['staff-dashboard'],
})

/** A card on the dashboard of administrators, which leads to a screen of the feature. */
export interface StaffCard {
  id: string
  guard: Guard
  title: string
  text: string
  icon: IconName
  to: string
  /** Cards stand in this order: what is done all day from 10, what is set up for the practice from 50, the own account last. */
  order: number
  /** What waits behind it; undefined while there is nothing. */
  count?: (context: Context) => Promise<{ value: number; words: string } | undefined>
}
export const staffCards = extensionPoint<StaffCard>('cards of administrators', { usedBy: ['staff-dashboard'] })

/** A section of the page on which the staff sees a patient. */
export interface PatientPageSection {
  /** The id of its block. */
  id: string
  title: string
  guard: Guard
  /** Sections stand in this order: who the patient is from 10, the account from 20, what was sent and done from 40. */
  order: number
  /** The actions that its blocks call. */
  actions?: readonly Named[]
  /** Returns nothing to leave the section out. What takes long is a region. Errors of the record server may be thrown. */
  blocks(context: Context, patient: OpenedPatient): Promise<BlockList> | BlockList
}
export const patientPageSections = extensionPoint<PatientPageSection>('sections of the page of a patient', {
  usedBy: ['find-patient'],
})

/** What the staff should read before all else, directly under the name of a patient; nothing while all is well. */
export interface PatientPageNotice {
  guard: Guard
  blocks(context: Context, patient: OpenedPatient): Promise<BlockList>
}
export const patientPageNotices = extensionPoint<PatientPageNotice>('notices of the page of a patient', {
  usedBy: ['find-patient'],
})

/** What people who call ask for first, at the head of the page of a patient. */
export interface PatientPageFact {
  id: string
  name: string
  guard: Guard
  order: number
  /** Returns undefined to leave the fact out. Errors of the record server may be thrown. */
  value(context: Context, patient: OpenedPatient): Promise<Words | undefined>
}
export const patientPageFacts = extensionPoint<PatientPageFact>('facts of the page of a patient', {
  usedBy: ['find-patient'],
})

/** Adds a task for the staff, in the transaction of what it follows from; once for each key of a kind. */
export const staffTaskRequests = extensionPoint<(tx: Db, task: NewStaffTask) => Promise<void>>('tasks for the staff', {
  usedBy: ['profile', 'record-export', 'uploads'],
})
export const staffTaskSources = extensionPoint<StaffTaskSource>('sources of tasks for the staff', {
  usedBy: ['staff-tasks'],
})

/** A warning for admins on the screen of a setting, for instance about data that the record server lacks. */
export interface SettingNote {
  setting: Setting
  /** Returns undefined when nothing is wrong. */
  text(context: Context): Promise<string | undefined>
}
export const settingNotes = extensionPoint<SettingNote>('notes of settings', { usedBy: ['admin'] })

/** Receives the events of video calls. */
export interface CallListener {
  /** Resolves once the event is stored. Never rejects. */
  heard(event: {
    licenseeId: string
    room: string
    role: 'guest' | 'host'
    /** What the pass of the participant carries. */
    about?: Record<string, string>
    what: 'entered' | 'left' | 'ended'
  }): Promise<void>
  /** Returns true if the host has ended the call. Needed because a pass stays valid after the call has ended. */
  hasEnded(call: { licenseeId: string; room: string }): Promise<boolean>
}
export const callListeners = extensionPoint<CallListener>('listeners of calls', { usedBy: ['app.ts'] })

/** What a feature that takes payments adds to the bills of a patient. */
export interface ChargePayments {
  /** Whether this person can pay here. */
  isOffered: boolean
  /** About payments without an end; above the charges. */
  notices: BlockList
  /** Payments that are agreed for later; below the balance. */
  agreed: BlockList
  /** Other ways to pay an amount in cents than at once; beside the button that pays it. */
  waysToPay: (cents: number) => BlockList
  /** The last payment and its receipt; below the ways to pay. */
  latest: BlockList
  /** Earlier payments; beside the charges. */
  history: BlockList
}
/** Returns whether the portal made the invoice of this number: a person may have read the number in the portal itself. */
export const invoicesMadeHere = extensionPoint<(context: Context, number: string) => Promise<boolean>>(
  'invoices made by the portal',
  { usedBy: ['guests'] },
)
/** Returns what the guest has paid last in this session; nothing before a payment. */
export const guestPayments = extensionPoint<(context: Context) => Promise<BlockList>>('payments of a guest', {
  usedBy: ['guests'],
})
/** How a person who has proven little shows more, so that a bill names what was done; below such a bill. */
export interface CareProof {
  /** The actions that its blocks call. */
  actions: readonly Named[]
  blocks(): BlockList
}
export const careProofs = extensionPoint<CareProof>('proofs before care is shown', { usedBy: ['billing'] })
/** Returns what somebody is paying at the moment for the person's patient. */
export const pendingCharges = extensionPoint<(context: Context) => Promise<PendingPart[]>>(
  'payments that are not over',
  { usedBy: ['billing'] },
)
export const chargePayments = extensionPoint<{
  /** The actions that its blocks call. */
  actions: readonly Named[]
  load(context: Context): Promise<ChargePayments>
}>('payments of charges', { usedBy: ['billing'] })

/** What is written about the bills of a patient: invoices and statements. */
export interface BillPapers {
  /** The actions that its blocks call. */
  actions: readonly Named[]
  blocks(context: Context, bill: { owes: boolean }): Promise<BlockList>
}
export const billPapers = extensionPoint<BillPapers>('papers of bills', { usedBy: ['billing'] })

/** What a message to the office can be about: a bill, a result, a medication. */
export interface MessageSubject {
  /** `bill`, as in the address `?about=bill:12`. Lower-case letters. */
  kind: string
  /** The kind in the reference of the message, where several kinds are about one thing; default `kind`. */
  refersTo?: string
  /** Returns undefined if there is no such thing of the person's patient, or the person may not see it. */
  load(context: Context, id: string): Promise<ProposedMessage | undefined>
}
export interface ProposedMessage {
  /** What the office and the patient call the thing. */
  label: string
  subject: string
  /** The name of the group at the office for which it is; without it, or where no such group is, the person chooses. */
  to?: string
  text?: string
}
export const messageSubjects = extensionPoint<MessageSubject>('subjects of messages', { usedBy: ['messages'] })

/** The patient whose record becomes a file, and who reads it. */
export interface ExportedRecord {
  licensee: Licensee
  emr: Emr
  patientId: string
  /** The id of the resource `Patient`, to which others refer. */
  subject: string
  settings: Pick<Reads, 'setting'>
}

/** A page of a part. */
export interface RecordPage {
  /** How many pages the part has, as far as is known now; at least 1. */
  pages: number
  resources: FhirResource[]
  /** The same to read. */
  sheet: BlockOf<'sheet'>['parts']
}

/** A part of the record that a patient can take along as a file. */
export interface RecordPart {
  id: string
  /** Its heading. */
  title: string
  /** A part that the practice has switched off is left out, and the file says so. */
  offered: (reads: Pick<Reads, 'setting'>) => boolean
  /** Reads a page from the record server; the first is 0. A resource may be in several pages, and counts once. */
  collect(record: ExportedRecord, page: number): Promise<RecordPage>
}
export const recordParts = extensionPoint<RecordPart>('parts of a record as a file', { usedBy: ['record-export'] })

/** Sections at the end of My Records. */
export const recordSections = extensionPoint<{
  guard: Guard
  blocks(): BlockList
}>('sections of My Records', { usedBy: ['my-records'] })

/** Called, perhaps more than once, when the other side reports what became of a Direct message. */
export const directNotifications = extensionPoint<(notification: Notification) => Promise<void>>(
  'notifications about Direct messages',
  { usedBy: ['app.ts'] },
)
