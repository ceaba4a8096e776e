import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Appointment } from '../gateways/emr/emr.ts'
import type { Context } from '../protocol/context.ts'
import { Failure } from '../protocol/failure.ts'
import { unknownLink, type AppointmentSubject } from '../protocol/own-link.ts'
import { actingPrincipal } from '../protocol/principal.ts'

/** A link is good at one practice and for one purpose. */
interface LinkPlace {
  licenseeId: string
  purpose: 'arrival' | 'upload' | 'survey'
}

/**
 * Links to the pages of patients' own appointments. Lists show them each time, so a token says itself what it stands for,
 * encrypted: showing one stores nothing, and the same link is the same each time (security.md, Booking, links, visits).
 */
export interface AppointmentLinks {
  /** Returns the token of a link that is good before `endsAt`. */
  issue(link: LinkPlace & AppointmentSubject & { endsAt: Date }): string
  /** Undefined for a token that was not issued for this practice and purpose. */
  read(link: LinkPlace & { token: string }): (AppointmentSubject & { endsAt: Date }) | undefined
}

type Content = [appointmentId: string, patientId: string, endsAtSeconds: number]

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with a synthetic IV, made of the text by a key of its own: equal texts have equal tokens, and no others. */
export function createAppointmentLinks(secret: string): AppointmentLinks {
  const keyFor = (what: string) => Buffer.from(hkdfSync('sha256', secret, 'portal', `appointment links: ${what}`, 32))
  const [key, ivKey] = [keyFor('encryption'), keyFor('iv')]
  const boundTo = ({ licenseeId, purpose }: LinkPlace) => Buffer.from(JSON.stringify([licenseeId, purpose]))
  return {
    issue: ({ appointmentId, patientId, endsAt, ...place }) => {
      const content: Content = [appointmentId, patientId, Math.floor(endsAt.getTime() / 1000)]
      const text = JSON.stringify(content)
      const about = boundTo(place)
      const iv = createHmac('sha256', ivKey).update(about).update('\n').update(text).digest().subarray(0, ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(about)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    read: ({ token, ...place }) => {
      const content = decrypted(token, { key, about: boundTo(place) })
      if (!content) return undefined
      const [appointmentId, patientId, endsAtSeconds] = content
      return { appointmentId, patientId, endsAt: new Date(endsAtSeconds * 1000) }
    },
  }
}

function decrypted(token: string, { key, about }: { key: Buffer; about: Buffer }): Content | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Several texts decode to the same bytes; only the one that was issued is a token.
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

interface NewLink {
  purpose: LinkPlace['purpose']
  appointment: Pick<Appointment, 'id' | 'startsAt' | 'minutes'>
  /** How long after the appointment the link is good, in milliseconds. */
  openForMs: number
}

/** The token of a link to an appointment of the person's own patient. */
export function issueOwnLink(
  links: AppointmentLinks,
  { licensee, principal }: Pick<Context, 'licensee' | 'principal'>,
  { purpose, appointment: { id, startsAt, minutes }, openForMs }: NewLink,
): string {
  return links.issue({
    licenseeId: licensee.id,
    purpose,
    appointmentId: id,
    patientId: actingPrincipal({ principal }).patient.id,
    endsAt: new Date(Date.parse(startsAt) + minutes * 60_000 + openForMs),
  })
}

/**
 * What a token stands for that the signed-in person holds for their own patient. Throws `link.ended`, and `link.unknown` for
 * every other token, also somebody else's: nobody is told that it is one.
 */
export function readOwnLink(
  links: AppointmentLinks,
  context: Context,
  { purpose, token }: { purpose: LinkPlace['purpose']; token: string },
): AppointmentSubject {
  const found = links.read({ licenseeId: context.licensee.id, purpose, token })
  if (found?.patientId !== actingPrincipal(context).patient.id) throw unknownLink()
  if (context.now() >= found.endsAt) throw new Failure('link.ended', { status: 404 })
  return { appointmentId: found.appointmentId, patientId: found.patientId }
}
