import type { BlockList } from '../../schemas/block.ts'
import type { Appointment } from '../gateways/emr/emr.ts'
import type { Context } from '../protocol/context.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { extensionPoint } from '../protocol/extension-point.ts'
import type { NamedLink } from '../protocol/own-link.ts'
import type { Rule } from '../protocol/trace.ts'

/** What a link needs to know of its appointment. */
export type LinkedAppointment = Pick<Appointment, 'id' | 'startsAt' | 'minutes' | 'mode'>

type AddressOf = (context: Context, appointment: Appointment) => Promise<string | undefined>
type LinkOf<A> = (context: Context, appointment: A) => Promise<NamedLink | undefined>

/** A link of an upcoming appointment, also on the confirmation of its booking; undefined where it has none. */
export const upcomingLinks = extensionPoint<LinkOf<LinkedAppointment>>('links of upcoming appointments')

/** A link of a past appointment; undefined where it has none. */
export const pastLinks = extensionPoint<LinkOf<Appointment>>('links of past appointments')

/** Where the patient joins the video visit of an appointment; undefined when it has none. */
export const videoVisitAddresses = extensionPoint<AddressOf>('addresses of video visits')

/** Where documents for an appointment of the person's patient are uploaded. */
export const uploadAddresses = extensionPoint<AddressOf>('addresses of uploads')

/** Called when the time of an appointment is free again. Never rejects. */
export const slotFreed =
  extensionPoint<(context: ActionContext, appointment: Pick<Appointment, 'providerId'>) => Promise<void>>('slot freed')

/** Called before a person signs out, while they are still known. Never rejects. */
export const signingOut = extensionPoint<(context: ActionContext) => Promise<void>>('signing out')

/** Another way to sign in, below the form of patients and guardians. */
export interface SignInMethod {
  /** Of its block, for explanations. */
  id: string
  rule: Rule
  /** The actions that its blocks call. */
  actions: string[]
  /** `next`: where the person wants to go, empty for nowhere in particular. */
  blocks(context: Context, next: string): BlockList
}
export const signInMethods = extensionPoint<SignInMethod>('sign-in methods')

/** A section on the page where people look after their account. */
export interface AccountSection {
  /** Of its block, for explanations. */
  id: string
  /** Also for administrators, on their own page. */
  forAdmins?: boolean
  rule?: Rule
  blocks(context: Context): Promise<BlockList> | BlockList
}
export const accountSections = extensionPoint<AccountSection>('sections of the account')

/** What happens in the calls of video visits. */
export interface CallListener {
  /** Resolves when it is kept. Never rejects. */
  heard(event: {
    licenseeId: string
    room: string
    role: 'guest' | 'host'
    what: 'entered' | 'left' | 'ended'
  }): Promise<void>
  /** Whether the host has ended that call: a pass outlives it. */
  hasEnded(call: { licenseeId: string; room: string }): Promise<boolean>
}
export const callListeners = extensionPoint<CallListener>('listeners of calls')
