import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Span } from '../../../schemas/base.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { button, call, messageDialog, phone } from '../../protocol/block-builders.ts'
import { dayOf, longDayText, momentText, timeText } from '../../protocol/time-words.ts'
import type { Named } from '../../protocol/definitions.ts'
import type { Hold } from './booking.store.ts'

interface ConfirmDialog {
  hold: Hold
  overlapping?: Appointment
  /** Of the patient, for a person who acts for somebody else. */
  firstName?: string
  book: Named
  release: Named
}

/**
 * Shows date, time, provider and facility before booking (specification 1 §4). Closing it in any way releases the slot.
 */
export function confirmDialog({ hold, overlapping, firstName, ...actions }: ConfirmDialog): Dialog {
  const { moves } = hold.details
  const book = firstName === undefined ? 'Book Appointment' : `Book for ${firstName}`
  const move = firstName === undefined ? 'Reschedule' : `Reschedule for ${firstName}`
  const release = call(actions.release, { holdId: hold.id })
  return {
    id: 'confirm-appointment',
    title: moves ? 'Confirm your new time' : 'Confirm your appointment',
    closeLabel: 'Close',
    onClose: release,
    blocks: [
      {
        kind: 'facts',
        id: 'confirm-facts',
        label: 'Your appointment',
        facts: [
          ...appointmentFacts(hold),
          ...(moves ? [{ id: 'fact-before', name: 'Instead of', value: beforeText(hold, moves) }] : []),
        ],
      },
      ...(overlapping ? [overlapNotice(overlapping)] : []),
      {
        kind: 'countdown',
        id: 'confirm-countdown',
        until: hold.endsAt.toISOString(),
        text: 'This slot is held for you for',
        over: 'We are no longer holding this slot for you.',
        announceAt: [60, 10],
        do: call(actions.release, { holdId: hold.id, ended: true }),
      },
    ],
    actions: [
      button('confirm-book', {
        text: moves ? move : book,
        style: 'primary',
        do: {
          ...call(actions.book, { holdId: hold.id }),
          busy: { text: moves ? 'Moving your appointment' : 'Booking your appointment' },
        },
      }),
      button('confirm-cancel', { text: 'Cancel', style: 'secondary', do: release }),
    ],
  }
}

/** The time that is given up, with its place, because a provider may work at several. */
function beforeText(
  { details: { timeZone }, mode }: Hold,
  { startsAt, facilityName }: NonNullable<Hold['details']['moves']>,
): string {
  const moment = momentText(startsAt, timeZone)
  return mode === 'telederm' || facilityName === undefined ? moment : `${moment}, ${facilityName}`
}

/** Only a warning, because seeing two providers in a row may be intended. */
function overlapNotice({ startsAt, timeZone, providerName, facilityName }: Appointment): BlockOf<'notice'> {
  return {
    kind: 'notice',
    id: 'confirm-overlap',
    tone: 'warning',
    announce: true,
    title: 'You have another appointment at that time',
    text: `${momentText(startsAt, timeZone)} with ${providerName}, ${facilityName}. You can still book this one.`,
  }
}

export function appointmentFacts({ startsAt, details, mode }: Pick<Hold, 'startsAt' | 'details' | 'mode'>) {
  const { timeZone, providerName, facilityName, facilityAddress, typeName } = details
  return [
    { id: 'fact-date', name: 'Date', value: longDayText(dayOf(startsAt, timeZone)) },
    { id: 'fact-time', name: 'Time', value: timeText(startsAt, timeZone) },
    { id: 'fact-provider', name: 'Provider', value: providerName },
    {
      id: 'fact-facility',
      name: 'Location',
      value: mode === 'telederm' ? 'By video' : `${facilityName}, ${facilityAddress}`,
    },
    { id: 'fact-type', name: 'Type', value: typeName },
  ]
}

/** The record server refuses the booking, and would refuse it again: says what else can be done. */
export function refusedDialog({ office, isMove }: { office: string; isMove: boolean }): Dialog {
  return messageDialog({
    id: 'booking-refused',
    title: isMove ? 'The practice could not move your appointment' : 'The practice could not book this appointment',
    words: [
      [
        { text: isMove ? 'Your appointment stays as it is.' : 'Nothing was booked.' },
        { text: ' Please call ' },
        office ? phone(office) : { text: 'the office' },
        { text: ', or choose a different time.' },
      ],
    ],
    ok: 'Choose a different time',
  })
}

interface AtMost {
  most: number
  office: string
  /** Of the patient, for a person who acts for somebody else. */
  firstName?: string
}

/** Says that the patient has as many upcoming appointments as the practice allows, and what to do. */
export function atMostWords({ most, office, firstName }: AtMost): { title: string; words: Span[] } {
  const has = firstName === undefined ? 'You have' : `${firstName} has`
  return {
    title: `${has} ${most === 1 ? 'an upcoming appointment' : `${most} upcoming appointments`}`,
    words: [
      { text: 'That is the most that can be booked here. Please call ' },
      office ? phone(office) : { text: 'the office' },
      { text: ' to book another one.' },
    ],
  }
}

export function atMostDialog(reached: AtMost): Dialog {
  const { title, words } = atMostWords(reached)
  return messageDialog({ id: 'booking-at-most', title, words: [words] })
}

/** Specification 1 §8, slot hold fail. */
export const takenDialog = messageDialog({
  id: 'slot-taken',
  title: 'Slot is already booked!',
  words: ['Please select a different slot.'],
})

export const endedDialog = messageDialog({
  id: 'hold-ended',
  title: 'Your slot is no longer held',
  words: ['Nothing was booked. Please select a slot again.'],
})
