import type { Email } from '../../outbox/outbox.ts'

interface Request {
  licenseeId: string
  /** The address of the office. */
  to: string
  practice: string
  patient: { emrId: string; firstName: string; lastName: string }
  note: string
}

/** To the office: a patient asks for a change of details. */
export function requestEmail({ practice, patient: { emrId, firstName, lastName }, note, ...address }: Request): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: 'Patient portal: request to update profile details',
      sentence: `A patient has asked in the patient portal of ${practice} to update their profile details.`,
      list: { label: 'Patient:', values: [`${firstName} ${lastName}`, `Record number: ${emrId}`] },
      quote: { label: 'What the patient wrote:', text: note },
      why: 'You get this email because requests from the patient portal go to this address.',
    },
  }
}
