import type { VisitPage } from './visits.video.ts'
import type { Db } from '../../db/open.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Appointment } from '../../gateways/emr/emr.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { appointmentsOffered } from '../../practice/offered.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { readCapability } from '../../protocol/capability-store.ts'
import type { Context } from '../../protocol/context.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientOf, personTopic, topicOwner } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { visitAddress, visitRoute, type VisitRole } from './visit-links.ts'
import { closesAt, opensAt, opensSoon, stateOf } from './visits.rules.ts'
import { closedScreen, earlyScreen, openScreen, signInScreen } from './visits.screens.ts'
import { findVisit, type Visit } from './visits.store.ts'

/** What the token of a visit's address stands for. */
export interface VisitSubject {
  appointmentId: string
  patientId: string
  role: VisitRole
  room: string
}

type PageServices = Pick<Services, 'db' | 'emrOf' | 'issueCall'>

interface Asked {
  token: string
  room: string
  left: boolean
}

/** The page of a visit, as it is for whoever opens this link now. Throws `visits.unknown` for links that are not theirs. */
export async function loadVisit(context: Context, services: PageServices, asked: Asked): Promise<ScreenBody> {
  const { db } = services
  const { licensee } = context
  const place = { licenseeId: licensee.id, purpose: 'visit', token: asked.token } as const
  const link = await readCapability<VisitSubject>(db, { ...place, at: context.now() })
  const office = context.setting('Practice_Phone')
  if (link.state === 'ended') return closedScreen('ended', { role: 'patient', office })
  if (link.state !== 'open' || link.subject.room !== asked.room) throw unknown()
  const { subject } = link
  const visit = await findVisit(db, { licenseeId: licensee.id, room: subject.room })
  if (!visit) throw unknown()
  context.dependsOn(visitTopic(visit))
  if (context.principal) context.dependsOn(personTopic(context.principal, 'appointments'))
  if (subject.role === 'patient' && !context.principal) return signInScreen(visitAddress(asked))
  refuseStranger(context, subject)
  await noteOpened(context, { db, subject })
  return screenOf(context, { services, subject, visit, asked, office })
}

const unknown = () => new Failure('visits.unknown', { status: 404 })

export function visitTopic({ licenseeId, room }: Pick<Visit, 'licenseeId' | 'room'>): string {
  return `licensee:${licenseeId}/visits/${room}`
}

/** The patient's link is for who acts for that patient; the provider's for who has it, but for other patients. */
function refuseStranger(context: Context, { role, patientId }: VisitSubject): void {
  const { principal } = context
  const patient = patientOf(principal)
  const isTheirs = patient?.id === patientId
  if (patient && !isTheirs) throw unknown()
  if (role === 'provider') return
  if (!isTheirs) throw unknown()
  if (!appointmentsOffered(context)) throw new Failure('route.off', { status: 403 })
}

/** A page for anyone is noted by nobody else; the provider's link proves no identity. */
async function noteOpened(context: Context, { db, subject }: { db: Db; subject: VisitSubject }): Promise<void> {
  if (context.client.background) return
  if (subject.role === 'provider') context.trace.claimedIdentity = 'provider'
  await noteInTransaction(db, context, { event: `screen:${visitRoute}`, subject: subject.appointmentId })
}

interface Found {
  services: PageServices
  subject: VisitSubject
  visit: Visit
  asked: Asked
  office: string
}

async function screenOf(context: Context, { services, subject, visit, asked, office }: Found): Promise<ScreenBody> {
  const appointment = await appointmentOf(context, { services, subject, visit })
  const state = stateOf({ appointment, visit, at: context.now() })
  const page: VisitPage = {
    role: subject.role,
    address: visitAddress(asked),
    startsAt: appointment.startsAt,
    opensAt: opensAt(appointment).toISOString(),
    timeZone: appointment.timeZone,
    providerName: appointment.providerName,
    office: appointment.facilityPhone || office,
  }
  if (state === 'early') return earlyScreen({ ...page, soon: opensSoon(appointment, context.now()) })
  if (state !== 'open') return closedScreen(state, page)
  const { principal } = context
  const call = services.issueCall({
    licenseeId: visit.licenseeId,
    room: visit.room,
    role: subject.role === 'patient' ? 'guest' : 'host',
    who: subject.role === 'provider' || !principal ? 'provider' : topicOwner(principal),
    ...(subject.role === 'patient' ? { session: context.client.sessionHash } : {}),
    from: opensAt(appointment),
    until: closesAt(appointment),
  })
  return openScreen({ ...page, call, left: asked.left })
}

type Shown = Pick<
  Appointment,
  'startsAt' | 'minutes' | 'timeZone' | 'providerName' | 'facilityPhone' | 'mode' | 'cancellationReason'
>

/** While the record server cannot be reached, a visit is joined by what was known when its link was made. */
async function appointmentOf(
  context: Context,
  { services, subject, visit }: Pick<Found, 'services' | 'subject' | 'visit'>,
): Promise<Shown> {
  try {
    const found = await services.emrOf(context.licensee).appointment(subject)
    if (!found) throw unknown()
    return found
  } catch (error) {
    if (!(error instanceof EmrError)) throw error
    return rememberedFrom(visit, context.licensee)
  }
}

function rememberedFrom({ startsAt, minutes }: Visit, { timeZone }: Licensee): Shown {
  return { startsAt: startsAt.toISOString(), minutes, timeZone, providerName: '', facilityPhone: '', mode: 'telederm' }
}
