import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import type { Appointment } from '../../gateways/emr/emr.ts'
import { button, text } from '../../protocol/block-builders.ts'
import { dayOf, longDayText, momentText, timeText } from '../../protocol/time-words.ts'
import type { Hold } from './booking.store.ts'

const close = { type: 'close' } as const

/** Date, time, provider and facility before booking (specification 1 §4); every way out of it lets the slot go. */
export function confirmDialog(hold: Hold, overlapping?: Appointment): Dialog {
  const { moves, timeZone } = hold.details
  const release = { type: 'call', action: 'booking.release', input: { holdId: hold.id } } as const
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
          ...(moves ? [{ id: 'fact-before', name: 'Instead of', value: momentText(moves.startsAt, timeZone) }] : []),
        ],
      },
      ...(overlapping ? [overlapNotice(overlapping)] : []),
      {
        kind: 'countdown',
        id: 'confirm-countdown',
        until: hold.endsAt.toISOString(),
        text: 'This slot is held for you for',
        over: 'This slot is not held for you any more.',
        announceAt: [60, 10],
        do: { type: 'call', action: 'booking.release', input: { holdId: hold.id, ended: true } },
      },
    ],
    actions: [
      button('confirm-book', {
        text: moves ? 'Reschedule' : 'Book Appointment',
        style: 'primary',
        do: {
          type: 'call',
          action: 'booking.book',
          input: { holdId: hold.id },
          busy: { text: moves ? 'Moving your appointment' : 'Booking your appointment' },
        },
      }),
      button('confirm-cancel', { text: 'Cancel', style: 'secondary', do: release }),
    ],
  }
}

/** A warning only: who sees two providers in a row knows better. */
function overlapNotice({ startsAt, timeZone, providerName, facilityName }: Appointment): BlockOf<'notice'> {
  return {
    kind: 'notice',
    id: 'confirm-overlap',
    tone: 'warning',
    announce: true,
    title: 'You have another appointment at that time',
    text: `${momentText(startsAt, timeZone)} with ${providerName}, ${facilityName}. You can book this one all the same.`,
  }
}

export function appointmentFacts({ startsAt, details }: Pick<Hold, 'startsAt' | 'details'>) {
  const { timeZone, providerName, facilityName, facilityAddress, typeName } = details
  return [
    { id: 'fact-date', name: 'Date', value: longDayText(dayOf(startsAt, timeZone)) },
    { id: 'fact-time', name: 'Time', value: timeText(startsAt, timeZone) },
    { id: 'fact-provider', name: 'Provider', value: providerName },
    { id: 'fact-facility', name: 'Location', value: `${facilityName}, ${facilityAddress}` },
    { id: 'fact-type', name: 'Type', value: typeName },
  ]
}

/** Specification 1 §8, slot hold fail. */
export const takenDialog: Dialog = {
  id: 'slot-taken',
  title: 'Slot is already booked!',
  closeLabel: 'Close',
  blocks: [text('slot-taken-text', 'Please select a different slot.')],
  actions: [button('slot-taken-ok', { text: 'OK', style: 'primary', do: close })],
}

export const endedDialog: Dialog = {
  id: 'hold-ended',
  title: 'Your slot is not held any more',
  closeLabel: 'Close',
  blocks: [text('hold-ended-text', 'Nothing was booked. Please select a slot again.')],
  actions: [button('hold-ended-ok', { text: 'OK', style: 'primary', do: close })],
}
