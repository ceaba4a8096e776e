import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Appointment } from '../gateways/emr/appointments/appointments.ts'
import type { Context } from '../protocol/context.ts'
import { Failure } from '../protocol/failure.ts'
import { unknownLink, type AppointmentSubject } from '../protocol/own-link.ts'
import { actingPrincipal } from '../protocol/principal.ts'

/** What a link may be for, with the details that its page needs besides the appointment. */
export interface LinkDetails {
  arrival: undefined
  upload: undefined
  survey: undefined
  /** Photos of one category. `serial` counts the codes of the same content and end. */
  camera: { category: string; serial: number }
  /** One end of a video visit; the times are those at which the link was issued. */
  visit: { role: 'patient' | 'provider'; room: string; startsAt: string; minutes: number }
}
export type LinkPurpose = keyof LinkDetails

/** A link is valid at one practice and for one purpose. */
interface LinkPlace<P extends LinkPurpose> {
  licenseeId: string
  purpose: P
}

type Details<P extends LinkPurpose> = LinkDetails[P] extends object
  ? { details: LinkDetails[P] }
  : { details?: undefined }

type LinkContent<P extends LinkPurpose> = AppointmentSubject & { endsAt: Date } & Details<P>

/**
 * Links to the pages of patients' own appointments. The token contains its content, encrypted: screens show these links
 * on every load, so issuing one stores nothing, and the same content always gives the same link (security.md, Booking,
 * links, visits).
 */
export interface AppointmentLinks {
  /** Returns the token of a link that is valid until `endsAt`. */
  issue<P extends LinkPurpose>(link: LinkPlace<P> & LinkContent<P>): string
  /** Returns undefined for a token that was not issued for this practice and purpose. */
  read<P extends LinkPurpose>(link: LinkPlace<P> & { token: string }): LinkContent<P> | undefined
}

type Content = [appointmentId: string, patientId: string, endsAtSeconds: number, details?: object]

/** The longest token that actions accept. A category of 200 characters of four bytes fits. */
export const longestToken = 1500

const ivBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM with a synthetic IV, derived from the text with a separate key: equal texts give equal tokens, different
 * texts never do.
 */
export function createAppointmentLinks(secret: string): AppointmentLinks {
  const keyFor = (what: string) => Buffer.from(hkdfSync('sha256', secret, 'portal', `appointment links: ${what}`, 32))
  const [key, ivKey] = [keyFor('encryption'), keyFor('iv')]
  const boundTo = ({ licenseeId, purpose }: LinkPlace<LinkPurpose>) =>
    Buffer.from(JSON.stringify([licenseeId, purpose]))
  return {
    issue: ({ appointmentId, patientId, endsAt, details, ...place }) => {
      const endsAtSeconds = Math.floor(endsAt.getTime() / 1000)
      const content: Content = details
        ? [appointmentId, patientId, endsAtSeconds, details]
        : [appointmentId, patientId, endsAtSeconds]
      const text = JSON.stringify(content)
      const about = boundTo(place)
      const iv = createHmac('sha256', ivKey).update(about).update('\n').update(text).digest().subarray(0, ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(about)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    read: <P extends LinkPurpose>({ token, ...place }: LinkPlace<P> & { token: string }) => {
      const content = decrypted(token, { key, about: boundTo(place) })
      if (!content) return undefined
      const [appointmentId, patientId, endsAtSeconds, details] = content
      const subject = { appointmentId, patientId, endsAt: new Date(endsAtSeconds * 1000) }
      return { ...subject, ...(details ? { details } : {}) } as unknown as LinkContent<P> // encrypted by `issue` for this purpose
    },
  }
}

function decrypted(token: string, { key, about }: { key: Buffer; about: Buffer }): Content | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Several base64url texts decode to the same bytes; only the canonical one is accepted.
  if (bytes.length <= ivBytes + tagBytes || bytes.toString('base64url') !== token) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes)).setAAD(about)
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
    return JSON.parse(text) as Content // encrypted by `issue`
  } catch {
    return undefined
  }
}

/** The purposes of links without details, for signed-in people. */
type OwnPurpose = 'arrival' | 'upload' | 'survey'

interface NewLink {
  purpose: OwnPurpose
  appointment: Pick<Appointment, 'id' | 'startsAt' | 'minutes'>
  /** How long after the appointment the link stays valid, in milliseconds. */
  openForMs: number
}

/** Whose link it is. */
export interface LinkOwner {
  licenseeId: string
  patientId: string
}

/** Returns the signed-in person's own patient. */
export function ownerIn({ licensee, principal }: Pick<Context, 'licensee' | 'principal'>): LinkOwner {
  return { licenseeId: licensee.id, patientId: actingPrincipal({ principal }).patient.id }
}

/** Returns the token of a link to an appointment of a patient, for the people who act for the patient. */
export function issueOwnLink(
  links: AppointmentLinks,
  { licenseeId, patientId }: LinkOwner,
  { purpose, appointment: { id, startsAt, minutes }, openForMs }: NewLink,
): string {
  const endsAt = new Date(Date.parse(startsAt) + minutes * 60_000 + openForMs)
  return links.issue({ licenseeId, purpose, appointmentId: id, patientId, endsAt })
}

/**
 * Returns the content of a token if the signed-in person acts for its patient. Throws `link.ended` for an expired
 * token, and `link.unknown` for every other one: a token of another patient is not distinguished from an invalid one.
 */
export function readOwnLink(
  links: AppointmentLinks,
  context: Context,
  { purpose, token }: { purpose: OwnPurpose; token: string },
): AppointmentSubject {
  const subject = links.read({ licenseeId: context.licensee.id, purpose, token })
  if (subject?.patientId !== actingPrincipal(context).patient.id) throw unknownLink()
  if (context.now() >= subject.endsAt) throw new Failure('link.ended', { status: 404 })
  return { appointmentId: subject.appointmentId, patientId: subject.patientId }
}
