import type { Db } from '../db/open.ts'
import { readCapability, type CapabilityPlace } from './capability-store.ts'
import type { Context } from './context.ts'
import { Failure } from './failure.ts'
import { actingPrincipal } from './principal.ts'

/** What the links of a patient's appointment stand for. */
export interface AppointmentSubject {
  appointmentId: string
  patientId: string
}

export interface OwnLink<S> {
  subject: S
  /** Of a link for a number of times: none is left. */
  isUsed: boolean
}

/**
 * What a link stands for that the signed-in person holds for their own patient. Throws `link.ended`, and `link.unknown` for
 * every other link, also somebody else's: nobody is told that it is one.
 */
export async function readOwnLink<S extends AppointmentSubject>(
  context: Context,
  { db, ...link }: Pick<CapabilityPlace, 'purpose' | 'token'> & { db: Db },
): Promise<OwnLink<S>> {
  const { patient } = actingPrincipal(context)
  const found = await readCapability<S>(db, { ...link, licenseeId: context.licensee.id, at: context.now() })
  if (found.state === 'ended') throw new Failure('link.ended', { status: 404 })
  if (found.state === 'unknown' || found.subject.patientId !== patient.id) throw unknownLink()
  return { subject: found.subject, isUsed: found.state === 'used' }
}

export function unknownLink(): Failure {
  return new Failure('link.unknown', { status: 404 })
}

/** A way into another screen, as a list or a page names it. */
export interface NamedLink {
  id: string
  label: string
  to: string
}
