import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { portalBase } from '../../identity/email-content.ts'
import type { PassContent } from './keep-visit.ts'
import { visitPaths } from './visits.paths.ts'
import type { VisitPage } from './visits.video.ts'
import type { Db } from '../../db/open.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { appointmentsOffered } from '../../practice/offered.ts'
import { ownLinkInstead, recordIdIn } from '../../practice/record-ids.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { readStoredLink } from '../../protocol/access-link-store.ts'
import type { Context } from '../../protocol/context.ts'
import type { OffText, ScreenBody } from '../../protocol/definitions.ts'
import { switchedOff } from '../../protocol/admit.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientOf, personTopic, topicOwner } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import type { VisitLinks, VisitSubject } from './visit-links.ts'
import { closesAt, opensAt, opensSoon, stateOf } from './visits.rules.ts'
import { closedScreen, earlyScreen, openScreen, signInScreen } from './visits.screens.ts'
import { findVisit, type Visit } from './visits.store.ts'

const off: OffText = { what: 'Opening video visits' }

type PageServices = Pick<Services, 'db' | 'emrOf' | 'issueCall'> & { links: VisitLinks }

interface VisitParams {
  token: string
  room: string
  left: boolean
}

/** Loads the page of a visit for the person who opens the link. Throws `visits.unknown` for links of other people. */
export async function loadVisit(context: Context, services: PageServices, params: VisitParams): Promise<ScreenBody> {
  const { db } = services
  const licenseeId = context.licensee.id
  const appointmentId = recordIdIn(params.room)
  if (appointmentId !== undefined) return leadFromRecordId(context, services, { ...params, appointmentId })
  const link = await findLink(services, { licenseeId, token: params.token })
  const office = context.setting(practiceSettings.Practice_Phone)
  if (link?.subject.room !== params.room) throw unknown()
  if (context.now() >= link.endsAt) return closedScreen('ended', { role: 'patient', office })
  const { subject } = link
  context.dependsOn(visitTopic({ licenseeId, room: subject.room }))
  if (context.principal) context.dependsOn(personTopic(context.principal, 'appointments'))
  if (subject.role === 'patient' && !context.principal) return signInScreen(addressOf(params))
  refuseStranger(context, subject)
  await noteOpened(context, { db, subject })
  const visit = await findVisit(db, { licenseeId, room: subject.room })
  return screenOf(context, { services, subject, visit, params, office })
}

/**
 * Practices name the appointment as the room, and before it the patient or the appointment again. Leads the patient to
 * the portal's own link.
 */
async function leadFromRecordId(
  context: Context,
  { emrOf, links }: PageServices,
  { token, room, appointmentId }: VisitParams & { appointmentId: string },
): Promise<ScreenBody> {
  const { principal } = context
  if (!principal) return signInScreen(addressOf({ token, room }))
  const patientId = patientOf(principal)?.id
  const before = recordIdIn(token)
  if (patientId === undefined || (before !== patientId && before !== appointmentId)) throw unknown()
  if (!appointmentsOffered(context)) throw switchedOff(context, off)
  const to = (appointment: Appointment) =>
    links.address({ licenseeId: context.licensee.id, patientId, appointment }, 'patient')
  throw await ownLinkInstead(context, { emr: emrOf(context.licensee), appointmentId, to, unknown })
}

/** Returns the content of a link. Portal 0.3 stored it instead, together with the visit. */
async function findLink(
  { db, links }: PageServices,
  link: { licenseeId: string; token: string },
): Promise<{ subject: VisitSubject; endsAt: Date } | undefined> {
  const content = links.read(link)
  if (content) return { subject: content, endsAt: content.endsAt }
  const stored = await readStoredLink<Omit<VisitSubject, 'startsAt' | 'minutes'>>(db, { ...link, purpose: 'visit' })
  const visit = stored && (await findVisit(db, { ...link, room: stored.subject.room }))
  if (!visit) return undefined
  const { startsAt, minutes } = visit
  return { subject: { ...stored.subject, startsAt: startsAt.toISOString(), minutes }, endsAt: stored.endsAt }
}

const addressOf = ({ token, room }: Pick<VisitParams, 'token' | 'room'>) => visitPaths.visit({ patient: token, room })

const unknown = () => new Failure('visits.unknown', { status: 404 })

export function visitTopic({ licenseeId, room }: Pick<Visit, 'licenseeId' | 'room'>): string {
  return `licensee:${licenseeId}/visits/${room}`
}

/**
 * The patient's link works only for people who act for that patient. The provider's link works for anyone who has it,
 * except people who act for other patients.
 */
function refuseStranger(context: Context, { role, patientId }: VisitSubject): void {
  const { principal } = context
  const patient = patientOf(principal)
  const isTheirs = patient?.id === patientId
  if (patient && !isTheirs) throw unknown()
  if (role === 'provider') return
  if (!isTheirs) throw unknown()
  if (!appointmentsOffered(context)) throw switchedOff(context, off)
}

/**
 * Records the opening itself, because the pipeline does not record screens that are open to anyone. The provider's link
 * proves no identity.
 */
async function noteOpened(context: Context, { db, subject }: { db: Db; subject: VisitSubject }): Promise<void> {
  if (context.client.background) return
  if (subject.role === 'provider') context.trace.claimedIdentity = 'provider'
  await noteInTransaction(db, context, { event: `screen:${visitPaths.visit.route}`, subject: subject.appointmentId })
}

interface ResolvedVisit {
  services: PageServices
  subject: VisitSubject
  /** Undefined until somebody has joined, unless the portal booked the visit. */
  visit: Visit | undefined
  params: VisitParams
  office: string
}

async function screenOf(
  context: Context,
  { services, subject, visit, params, office }: ResolvedVisit,
): Promise<ScreenBody> {
  const appointment = await appointmentOf(context, { services, subject })
  const linked = { startsAt: new Date(subject.startsAt), endedAt: visit?.endedAt ?? null }
  const state = stateOf({ appointment, visit: linked, at: context.now() })
  const page: VisitPage = {
    role: subject.role,
    address: addressOf(params),
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
    licenseeId: context.licensee.id,
    room: subject.room,
    about: { link: params.token, origin: portalBase(context) } satisfies PassContent,
    role: subject.role === 'patient' ? 'guest' : 'host',
    who: subject.role === 'provider' || !principal ? 'provider' : topicOwner(principal),
    ...(subject.role === 'patient' ? { session: context.client.sessionHash } : {}),
    from: opensAt(appointment),
    until: closesAt(appointment),
  })
  return openScreen({ ...page, call, left: params.left })
}

type Shown = Pick<
  Appointment,
  'startsAt' | 'minutes' | 'timeZone' | 'providerName' | 'facilityPhone' | 'mode' | 'cancellationReason'
>

/** While the record server is unavailable, uses the times of the link. */
async function appointmentOf(
  context: Context,
  { services, subject }: Pick<ResolvedVisit, 'services' | 'subject'>,
): Promise<Shown> {
  try {
    const appointment = await services.emrOf(context.licensee).appointment(subject)
    if (!appointment) throw unknown()
    return appointment
  } catch (error) {
    if (!(error instanceof EmrError)) throw error
    return linkedTimes(subject, context.licensee)
  }
}

function linkedTimes({ startsAt, minutes }: VisitSubject, { timeZone }: Licensee): Shown {
  return { startsAt, minutes, timeZone, providerName: '', facilityPhone: '', mode: 'telederm' }
}
