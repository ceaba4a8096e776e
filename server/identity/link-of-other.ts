import type { Emr } from '../gateways/emr/emr.ts'
import type { LinkPurpose } from '../practice/appointment-links.ts'
import { paths } from '../practice/paths.ts'
import { recordIdIn } from '../practice/record-ids.ts'
import { button, call, goTo, text, title } from '../protocol/block-builders.ts'
import type { Context } from '../protocol/context.ts'
import type { ScreenBody } from '../protocol/definitions.ts'
import { Failure } from '../protocol/failure.ts'
import type { PatientRef } from '../protocol/principal.ts'
import type { Services } from '../services.ts'
import { patientsOf } from './account.store.ts'
import { switchPatient } from './complete-sign-in.dialogs.ts'

type LinkServices = Pick<Services, 'db' | 'emrOf' | 'appointmentLinks'>

interface PatientLink {
  purpose: LinkPurpose
  token: string
  /** The part of the address that may be an id of the record server instead; default the token. */
  id?: string
  /** The screen, which lists `switchPatient`, and its address. */
  route: string
  to: string
}

/**
 * Loads the screen of a link. A guardian who acts for another patient than the link's is asked to switch, if they may act
 * for that one too; everybody else gets the failure of the loader.
 */
export async function orAskToSwitch(
  services: LinkServices,
  context: Context,
  { load, ...link }: PatientLink & { load: () => Promise<ScreenBody> },
): Promise<ScreenBody> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof Failure) || !unknown.has(error.code)) throw error
    const patient = await otherPatientOf(services, context, link)
    if (!patient) throw error
    throw ofOther(patient, context, link)
  }
}

/**
 * Throws `link.ofOther` if a link is about that patient and the person acts for another one, but may act for that one too;
 * the screen asks to switch then.
 */
export async function askToSwitchTo(
  { db }: Pick<Services, 'db'>,
  context: Context,
  { patientId, ...link }: { patientId: string } & Pick<PatientLink, 'route' | 'to'>,
): Promise<void> {
  const patient = (await othersOf(db, context)).find((other) => other.patientId === patientId)
  if (patient) throw ofOther(patient, context, link)
}

function ofOther(patient: Patient, context: Context, link: Pick<PatientLink, 'route' | 'to'>): Failure {
  const place = { route: link.route, topics: [] }
  return new Failure('link.ofOther', { status: 404, screen: switchScreen(patient, context, link), place })
}

const unknown: ReadonlySet<string> = new Set(['link.unknown', 'visits.unknown'])

type Patient = Awaited<ReturnType<typeof patientsOf>>[number]

/** Returns those whom the person may act for but does not act for now. */
async function othersOf(db: Services['db'], { principal, now }: Context): Promise<Patient[]> {
  if (principal?.kind !== 'guardian' || !principal.several) return []
  const patients = await patientsOf(db, { accountId: principal.accountId, at: now() })
  return patients.filter(({ patientId }) => patientId !== principal.patient.id)
}

/** Returns the patient of a link, among the others. */
async function otherPatientOf(
  { db, emrOf, appointmentLinks }: LinkServices,
  context: Context,
  { purpose, token, id = token }: PatientLink,
): Promise<Patient | undefined> {
  const others = await othersOf(db, context)
  if (others.length === 0) return undefined
  const { licensee } = context
  const appointmentId = recordIdIn(id)
  if (appointmentId !== undefined) return withAppointment(emrOf(licensee), { others, appointmentId })
  const content = appointmentLinks.read({ licenseeId: licensee.id, purpose, token })
  return others.find(({ patientId }) => patientId === content?.patientId)
}

async function withAppointment(
  emr: Emr,
  { others, appointmentId }: { others: readonly Patient[]; appointmentId: string },
): Promise<Patient | undefined> {
  for (const other of others) if (await emr.appointment({ patientId: other.patientId, appointmentId })) return other
  return undefined
}

function switchScreen(
  { patientId, firstName, lastName }: Patient,
  { principal }: Context,
  { to }: Pick<PatientLink, 'to'>,
): ScreenBody {
  const acting = (principal as { patient: PatientRef }).patient // a guardian has one
  const heading = `This page is about ${firstName} ${lastName}`
  return {
    title: heading,
    width: 'reading',
    blocks: [
      title(heading),
      text(
        'other',
        `You act for ${acting.firstName} ${acting.lastName} now. Switch to ${firstName} to open it.`,
        'lead',
      ),
      {
        kind: 'stack',
        id: 'other-next',
        direction: 'across',
        blocks: [
          button('switch', {
            text: `Switch to ${firstName}`,
            style: 'primary',
            do: call(switchPatient, { patient: patientId, to }),
          }),
          button('stay', { text: `Stay with ${acting.firstName}`, do: goTo(paths.dashboard()) }),
        ],
      },
    ],
  }
}
