import type { Words } from '../../../schemas/base.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { paths } from '../../practice/paths.ts'
import { button, goTo, link, phone, text, title } from '../../protocol/block-builders.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import type { NamedLink } from '../../protocol/own-link.ts'
import { momentText } from '../../protocol/time-words.ts'
import { appointmentFacts } from './booking.dialogs.ts'
import type { Hold } from './booking.store.ts'

interface ConfirmationExtras {
  /** Whether the person can still change it online. */
  canChange?: boolean
  calendar?: string
  links?: readonly NamedLink[]
  /** Whose appointment it is, where a guardian has booked it. */
  patient?: BlockOf<'facts'>['facts']
}

/** Shows the booking and the next steps (specification 1 §2; look.md). */
export function confirmationScreen(
  { startsAt, details, mode }: Hold,
  { canChange = false, calendar, links = [], patient = [] }: ConfirmationExtras = {},
): ScreenBody {
  const { facilityPhone, facilityInfo, mapUrl } = details
  const info =
    facilityInfo && mode === 'inoffice' ? [{ id: 'fact-info', name: 'Getting there', value: facilityInfo }] : []
  const call = facilityPhone ? [{ id: 'fact-phone', name: 'Phone', value: [phone(facilityPhone)] }] : []
  const map =
    mode !== 'telederm' && mapUrl?.startsWith('https://')
      ? [{ id: 'fact-map', name: 'Map', value: [{ text: 'Show on a map', href: mapUrl }] }]
      : []
  const heading = details.moves ? 'Your Appointment has been Rescheduled!' : 'Your Appointment has been Booked!'
  return {
    title: heading,
    width: 'reading',
    blocks: [
      title(heading),
      {
        kind: 'section',
        id: 'booked',
        card: true,
        blocks: [
          {
            kind: 'facts',
            id: 'booked-facts',
            label: 'Your appointment',
            facts: [...patient, ...appointmentFacts({ startsAt, details, mode }), ...info, ...call, ...map],
          },
        ],
      },
      whatNext({ details, mode, canChange }),
      {
        kind: 'stack',
        id: 'onward',
        direction: 'across',
        gap: 'small',
        blocks: [seeAppointments, ...calendarButton(calendar)],
      },
      {
        kind: 'stack',
        id: 'further',
        gap: 'small',
        blocks: [
          ...links.map(({ id, label, to }) => link(id, { text: label, to, icon: 'clipboard' })),
          link('to-dashboard', { text: 'Dashboard', to: paths.dashboard(), icon: 'home' }),
        ],
      },
    ],
  }
}

interface Former {
  appointment: Pick<Appointment, 'startsAt' | 'timeZone' | 'cancellationReason'>
  patient: BlockOf<'facts'>['facts']
}

/** Shows that what was booked is cancelled, or when it is now. */
export function formerScreen({ startsAt, details, mode }: Hold, { appointment, patient }: Former): ScreenBody {
  const isCancelled = appointment.cancellationReason !== undefined
  const heading = isCancelled ? 'This appointment was cancelled' : 'This appointment was moved'
  const now = `It is now on ${momentText(appointment.startsAt, appointment.timeZone)}.`
  return {
    title: heading,
    width: 'reading',
    blocks: [
      title(heading),
      ...(isCancelled ? [] : [text('now', now, 'lead')]),
      {
        kind: 'section',
        id: 'booked',
        title: 'What you had booked',
        card: true,
        blocks: [
          {
            kind: 'facts',
            id: 'booked-facts',
            label: 'Your former appointment',
            facts: [...patient, ...appointmentFacts({ startsAt, details, mode })],
          },
        ],
      },
      {
        kind: 'stack',
        id: 'onward',
        direction: 'across',
        gap: 'small',
        blocks: [
          seeAppointments,
          ...(isCancelled ? [button('book-again', { text: 'Book an appointment', do: goTo(paths.booking()) })] : []),
        ],
      },
    ],
  }
}

function whatNext({
  details: { facilityName, facilityPhone },
  mode,
  canChange,
}: Pick<Hold, 'details' | 'mode'> & { canChange: boolean }): BlockOf<'section'> {
  const reminder = 'We will send you a reminder.'
  return {
    kind: 'section',
    id: 'next',
    title: 'What happens next',
    blocks: [
      text('next-reminder', canChange ? `${reminder} You can change or cancel it under Appointments.` : reminder),
      text(
        'next-visit',
        mode === 'telederm' ? 'You will see your provider by video.' : `Please come to ${facilityName}.`,
      ),
      text('next-call', callWords(facilityPhone)),
    ],
  }
}

const seeAppointments = button('see-appointments', {
  text: 'See your appointments',
  style: 'primary',
  do: goTo(paths.appointments()),
})

function calendarButton(href: string | undefined): BlockOf<'action'>[] {
  if (href === undefined) return []
  const save = { type: 'download', href, fileName: 'appointment.ics' } as const
  return [button('add-to-calendar', { text: 'Add to calendar', icon: 'calendar', do: save })]
}

function callWords(facilityPhone: string): Words {
  if (!facilityPhone) return 'If you cannot come, please call the office.'
  return [{ text: 'If you cannot come, please call ' }, phone(facilityPhone), { text: '.' }]
}
