import type { Dialog } from '../../../schemas/dialog.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { ActionDefinition } from '../../protocol/definitions.ts'
import { button, form, messageDialog, phone } from '../../protocol/block-builders.ts'
import { momentText } from '../../protocol/time-words.ts'
import { cancelReasons } from '../../practice/appointment-changes.rules.ts'
import { appointmentsMessages } from './appointments.messages.ts'

const close = { type: 'close' } as const

interface CancelDialog {
  appointment: Appointment
  action: ActionDefinition
  /** The schema of the form: a part of the action's input. */
  schema: ActionDefinition['input']
  /** Of the patient, for a person who acts for somebody else. */
  firstName?: string
}

/** Shows the appointment and asks for a reason; closing the dialog cancels nothing. */
export function cancelDialog({ appointment, action, schema, firstName }: CancelDialog): Dialog {
  return {
    id: 'cancel-appointment',
    title: 'Cancel this appointment?',
    closeLabel: 'Close',
    blocks: [
      { kind: 'facts', id: 'cancel-facts', label: 'Your appointment', facts: factsOf(appointment) },
      form({
        id: 'cancel-form',
        label: 'Cancellation',
        action,
        schema,
        messages: appointmentsMessages,
        fields: [{ name: 'reason', label: 'Reason', widget: 'radio', optionLabels: Object.values(cancelReasons) }],
        input: { appointmentId: appointment.id },
        submitLabel: firstName === undefined ? 'Cancel appointment' : `Cancel ${firstName}'s appointment`,
        danger: true,
        busyText: 'Cancelling your appointment',
      }),
    ],
    actions: [button('cancel-keep', { text: 'Keep appointment', style: 'secondary', do: close })],
  }
}

function factsOf({ startsAt, timeZone, providerName, facilityName, typeName }: Appointment) {
  return [
    { id: 'cancel-date', name: 'Date', value: momentText(startsAt, timeZone) },
    { id: 'cancel-provider', name: 'Provider', value: providerName },
    { id: 'cancel-facility', name: 'Location', value: facilityName },
    { id: 'cancel-type', name: 'Type', value: typeName },
  ]
}

/** Says that it is too late to cancel online, with the number to call. */
export function tooLateDialog({ noticeHours, office }: { noticeHours: number; office: string }): Dialog {
  const until = noticeHours === 1 ? '1 hour' : `${noticeHours} hours`
  return messageDialog({
    id: 'cancel-too-late',
    title: 'Please call the office',
    words: [
      [
        { text: `Appointments can be cancelled here until ${until} before they begin. Please call ` },
        office ? phone(office) : { text: 'the office' },
        { text: ', so that someone else can have the time.' },
      ],
    ],
  })
}
