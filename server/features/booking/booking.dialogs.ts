import type { Dialog } from '../../../schemas/dialog.ts'
import { button, text } from '../../ui/pens.ts'
import { dayOf, longDayText, timeText } from '../../ui/time-words.ts'
import type { Hold } from './booking.store.ts'

const close = { type: 'close' } as const

/** Date, time, provider and facility before booking (specification 1 §4); every way out of it lets the slot go. */
export function confirmDialog(hold: Hold): Dialog {
  const release = { type: 'call', action: 'booking.release', input: { holdId: hold.id } } as const
  return {
    id: 'confirm-appointment',
    title: 'Confirm your appointment',
    closeLabel: 'Close',
    onClose: release,
    blocks: [
      { kind: 'facts', id: 'confirm-facts', label: 'Your appointment', facts: appointmentFacts(hold) },
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
        text: 'Book Appointment',
        style: 'primary',
        do: {
          type: 'call',
          action: 'booking.book',
          input: { holdId: hold.id },
          busy: { text: 'Booking your appointment' },
        },
      }),
      button('confirm-cancel', { text: 'Cancel', style: 'secondary', do: release }),
    ],
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
