import type { BlockList } from '../../../schemas/block.ts'
import type { Words } from '../../../schemas/base.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { AppointmentStatus } from '../../gateways/emr/arrival/arrival.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import { withQuery } from '../../protocol/path.ts'
import { button, call, goTo, link, phone, text, title } from '../../protocol/block-builders.ts'
import { momentText } from '../../protocol/time-words.ts'
import { isOver, type Entry } from './arrival.rules.ts'
import { paths } from '../../practice/paths.ts'

export type ArrivalActions = Record<'confirm' | 'confirmVisit' | 'openForm', Named>

export interface ArrivalPage {
  /** The token of the page's link. */
  link: string
  appointment: Appointment
  /** Whose appointment it is, for people who act for somebody else; and the first name. */
  patient: BlockOf<'facts'>['facts']
  firstName?: string
  status: AppointmentStatus
  /** The phone number for questions about an appointment that is over; may be empty. */
  office: string
  isConfirmed: boolean
  isArrived: boolean
  /** Whether forms and uploads are offered; otherwise a notice says that they are not. */
  intake: boolean
  entries: readonly Entry[]
  /** Undefined where the portal has no upload screen. */
  upload?: string
  hasForms: boolean
  /** Whether to offer check-in: it is the day of the appointment, and the practice offers it. */
  checkIn: boolean
  actions: ArrivalActions
}

/** Specification 1 §2, §4: the patient's tasks between the booking and the visit. */
export function arrivalScreen(page: ArrivalPage): ScreenBody {
  const { status } = page
  const card: BlockOf<'section'> = { kind: 'section', id: 'visit-card', card: true, blocks: [factsOf(page)] }
  const heads = headings[status] ?? heading
  return {
    title: heads,
    back: { label: 'Appointments', to: paths.appointments() },
    blocks: [
      title(heads),
      ...(isOver(status) ? [overNotice(status, page), card, toAppointments()] : [card, ...openBlocks(page)]),
    ],
  }
}

const heading = 'Prepare for your visit'
/** Of a visit that nobody can prepare for. */
const headings: Partial<Record<AppointmentStatus, string>> = {
  cancelled: 'This visit was cancelled',
  past: 'This visit is over',
}

function factsOf({ appointment, patient }: Pick<ArrivalPage, 'appointment' | 'patient'>): BlockOf<'facts'> {
  const { startsAt, timeZone, providerName, facilityName, facilityAddress, facilityInfo, typeName, mode } = appointment
  return {
    kind: 'facts',
    id: 'visit',
    label: 'Your appointment',
    facts: [
      ...patient,
      { id: 'visit-date', name: 'Date', value: momentText(startsAt, timeZone) },
      { id: 'visit-provider', name: 'Provider', value: providerName },
      mode === 'telederm'
        ? { id: 'visit-location', name: 'Location', value: 'By video' }
        : { id: 'visit-location', name: 'Location', value: `${facilityName}, ${facilityAddress}` },
      ...(facilityInfo && mode === 'inoffice'
        ? [{ id: 'visit-info', name: 'Getting there', value: facilityInfo }]
        : []),
      { id: 'visit-type', name: 'Type', value: typeName },
    ],
  }
}

/** Verbatim from specification 1 §8. */
const overWords = {
  past: 'The link you clicked on, is for the appointment that is already occured.',
  cancelled: 'The link you clicked on, is for the appointment that is already cancelled.',
}

function overNotice(status: keyof typeof overWords, { office }: Pick<ArrivalPage, 'office'>): BlockOf<'notice'> {
  const call: Words = office
    ? [{ text: `${overWords[status]} For further assistance please call ` }, phone(office)]
    : overWords[status]
  return { kind: 'notice', id: 'over', tone: 'warning', text: call }
}

const toAppointments = () =>
  link('to-appointments', { text: 'Your appointments', to: paths.appointments(), icon: 'calendar' })

function openBlocks(page: ArrivalPage): BlockList {
  const { intake, isArrived } = page
  const tiles = [...checkInTile(page), ...(intake ? [...formTiles(page), ...uploadTile(page)] : [])]
  return [
    ...confirmation(page),
    ...(isArrived ? [arrived] : []),
    ...(intake ? [] : [intakeOff]),
    ...(tiles.length > 0 ? [{ kind: 'tiles', id: 'features', label: heading, tiles } as const] : []),
    toAppointments(),
  ]
}

const intakeOff: BlockOf<'notice'> = {
  kind: 'notice',
  id: 'intake-off',
  tone: 'info',
  text: 'Patient health forms and Document upload features are temporarily disabled. Apologies for the inconvenience.',
}

const arrived: BlockOf<'notice'> = {
  kind: 'notice',
  id: 'arrived',
  tone: 'success',
  title: 'Patient Arrival is confirmed',
  text: 'Our office will be notified of your arrival',
}

/** Not shown to patients who have arrived or whose appointment has begun. */
function confirmation({
  link: token,
  isConfirmed,
  isArrived,
  status,
  firstName,
  actions: { confirmVisit },
}: ArrivalPage): BlockList {
  if (isArrived || status === 'present') return []
  if (isConfirmed) return [text('confirmed', 'You have confirmed this appointment.', 'small')]
  const words = firstName === undefined ? 'Confirm appointment' : `Confirm for ${firstName}`
  return [button('confirm-visit', { text: words, icon: 'check', do: call(confirmVisit, { link: token }) })]
}

type Tile = BlockOf<'tiles'>['tiles'][number]

/** The practice's own entries, or a link to the forms that the office has assigned. */
function formTiles({ link: token, entries, hasForms, actions }: ArrivalPage): Tile[] {
  if (entries.length === 0 && hasForms)
    return [
      {
        id: 'forms',
        title: 'Health forms',
        text: 'Fill in what the office needs to know.',
        icon: 'edit',
        do: goTo(paths.forms()),
      },
    ]
  return entries.map(({ label, template }, index) => ({
    id: `form-${index + 1}`,
    title: label,
    text: 'Opens in a new tab.',
    icon: 'edit',
    do: {
      ...call(actions.openForm, { link: token, template }),
      busy: { text: 'Opening your form' },
    },
  }))
}

function uploadTile({ upload }: ArrivalPage): Tile[] {
  if (!upload) return []
  return [
    {
      id: 'upload',
      title: 'Document upload',
      text: 'Send documents to your chart. Opens in a new tab.',
      icon: 'document',
      do: { type: 'navigate', to: upload, newWindow: true },
    },
    // Specification 1 §5: the upload for an insurance card has a fixed category.
    {
      id: 'upload-insurance-card',
      title: 'Insurance card',
      text: 'Send photos of your card to your chart. Opens in a new tab.',
      icon: 'camera',
      do: { type: 'navigate', to: withQuery(upload, { card: 'insurance' }), newWindow: true },
    },
  ]
}

function checkInTile({ link: token, checkIn, isArrived, actions }: ArrivalPage): Tile[] {
  if (!checkIn || isArrived) return []
  return [
    {
      id: 'check-in',
      title: 'Parking-lot check-in',
      text: 'Tell the office that you have arrived.',
      icon: 'location',
      do: call(actions.confirm, { link: token }),
    },
  ]
}

/** Specification 1 §2: the thank-you page after an upload, which opened its own tab, and after any other task. */
export function closureScreen(origin: string | undefined): ScreenBody {
  const isUpload = origin === 'upload'
  return {
    title: 'Thank you',
    width: 'reading',
    blocks: [
      title('Thank you'),
      text(
        'closure',
        isUpload
          ? 'Please close this tab to continue.'
          : 'Thank you for booking an appointment with us. Have a great day!',
      ),
      ...(isUpload ? [] : [toAppointments()]),
    ],
  }
}

/** Redirects immediately; the link is a fallback. */
export function onwardScreen(to: string): ScreenBody {
  return {
    title: 'One moment, please',
    width: 'reading',
    chrome: 'plain',
    blocks: [
      title('One moment, please'),
      {
        kind: 'countdown',
        id: 'onward',
        until: new Date(0).toISOString(),
        text: 'Opening the page',
        over: 'Opening the page…',
        do: { type: 'navigate', to, replace: true },
      },
      link('continue', { text: 'Continue', to }),
    ],
  }
}
