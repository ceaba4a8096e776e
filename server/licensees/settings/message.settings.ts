import { define } from './definition.ts'

const records = { group: 'Messages and records', fromPractice: true } as const

/** Messages, results and documents (specification 1 §6; specification 2 §4.4). */
export const messageSettings = {
  AllowPortalReplies: define({
    ...records,
    type: 'boolean',
    default: true,
    title: 'Messages to the office',
    help: 'Patients can write to the office and reply.',
    onText: 'Messages to the office are on for patients.',
    offText: 'Messages to the office are off for patients.',
    shapes: 'Messages.',
  }),
  Provider_Pending_Review_Message: define({
    ...records,
    type: 'text',
    default: '',
    maxLength: 2000,
    lines: true,
    title: 'Text on results under review',
    help: 'Patients read this until the provider reviews a result.',
    shapes: 'Test results.',
  }),
  Cures_Act_Compliance_Message: define({
    ...records,
    type: 'text',
    default: '',
    maxLength: 2000,
    lines: true,
    title: 'Cures Act notice',
    help: 'Patients read this where results show as soon as they are ready.',
    shapes: 'Test results and clinical documents.',
  }),
}
