import type { BlockList } from '../../../schemas/block.ts'
import type { Words } from '../../../schemas/base.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Appointment } from '../../gateways/emr/emr.ts'
import type { AppointmentStatus } from '../../gateways/emr/arrivals.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { button, goTo, link, phone, text, title } from '../../protocol/block-builders.ts'
import { momentText } from '../../protocol/time-words.ts'
import { isOver, type Entry } from './arrival.rules.ts'
import { routes } from '../../practice/routes.ts'

export interface ArrivalPage {
  /** Its own token. */
  link: string
  appointment: Appointment
  status: AppointmentStatus
  /** Of the practice, where the facility has no phone. */
  office: string
  isConfirmed: boolean
  isArrived: boolean
  /** Forms and uploads are offered; otherwise a notice says that they are not. */
  intake: boolean
  entries: readonly Entry[]
  /** Absent where the portal has no such screen. */
  upload?: string
  hasForms: boolean
  /** It is the day, and the practice wants to hear who has arrived. */
  checkIn: boolean
}

/** Specification 1 §2, §4: what a patient does between the booking and the visit. */
export function arrivalScreen(page: ArrivalPage): ScreenBody {
  const { appointment, status } = page
  return {
    title: heading,
    back: { label: 'Appointments', to: routes.appointments },
    blocks: [
      title(heading),
      { kind: 'section', id: 'visit-card', card: true, blocks: [factsOf(appointment)] },
      ...(isOver(status) ? [overNotice(status, page), toAppointments()] : openBlocks(page)),
    ],
  }
}

const heading = 'Prepare for your visit'

function factsOf(appointment: Appointment): BlockOf<'facts'> {
  const { startsAt, timeZone, providerName, facilityName, facilityAddress, typeName } = appointment
  return {
    kind: 'facts',
    id: 'visit',
    label: 'Your appointment',
    facts: [
      { id: 'visit-date', name: 'Date', value: momentText(startsAt, timeZone) },
      { id: 'visit-provider', name: 'Provider', value: providerName },
      { id: 'visit-location', name: 'Location', value: `${facilityName}, ${facilityAddress}` },
      { id: 'visit-type', name: 'Type', value: typeName },
    ],
  }
}

/** As they stand in specification 1 §8. */
const overWords = {
  past: 'The link you clicked on, is for the appointment that is already occured.',
  cancelled: 'The link you clicked on, is for the appointment that is already cancelled.',
}

function overNotice(
  status: keyof typeof overWords,
  { appointment, office }: Pick<ArrivalPage, 'appointment' | 'office'>,
): BlockOf<'notice'> {
  const number = appointment.facilityPhone || office
  const call: Words = number
    ? [{ text: `${overWords[status]} For further assistance please call ` }, phone(number)]
    : overWords[status]
  return { kind: 'notice', id: 'over', tone: 'warning', text: call }
}

const toAppointments = () =>
  link('to-appointments', { text: 'Your appointments', to: routes.appointments, icon: 'calendar' })

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

/** Who is there, or should be by now, is not asked whether they will come. */
function confirmation({ link: token, isConfirmed, isArrived, status }: ArrivalPage): BlockList {
  if (isArrived || status === 'present') return []
  if (isConfirmed) return [text('confirmed', 'You have confirmed this appointment.', 'small')]
  const act = { type: 'call', action: 'arrival.confirmVisit', input: { link: token } } as const
  return [button('confirm-visit', { text: 'Confirm appointment', icon: 'check', do: act })]
}

type Tile = BlockOf<'tiles'>['tiles'][number]

/** The practice's own entries, or the way to what the office has asked for. */
function formTiles({ link: token, entries, hasForms }: ArrivalPage): Tile[] {
  if (entries.length === 0 && hasForms)
    return [
      {
        id: 'forms',
        title: 'Health forms',
        text: 'Fill in what the office needs to know.',
        icon: 'edit',
        do: goTo(routes.forms),
      },
    ]
  return entries.map(({ label, template }, index) => ({
    id: `form-${index + 1}`,
    title: label,
    text: 'Opens in a new tab.',
    icon: 'edit',
    do: {
      type: 'call',
      action: 'arrival.openForm',
      input: { link: token, template },
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
  ]
}

function checkInTile({ link: token, checkIn, isArrived }: ArrivalPage): Tile[] {
  if (!checkIn || isArrived) return []
  return [
    {
      id: 'check-in',
      title: 'Parking-lot check-in',
      text: 'Tell the office that you have arrived.',
      icon: 'location',
      do: { type: 'call', action: 'arrival.confirm', input: { link: token } },
    },
  ]
}

/** Specification 1 §2: the thank-you after an upload, which has a tab of its own, and after anything else. */
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

/** Goes on at once; the link is for who does not want to wait for that. */
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
