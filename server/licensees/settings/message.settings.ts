import { define } from './definition.ts'

const records = { group: 'Messages and records', fromPractice: true } as const

/** Messages, results and documents (specification 1 §6; specification 2 §4.4). */
export const messageSettings = {
  AllowPortalReplies: define({
    ...records,
    type: 'boolean',
    default: true,
    title: 'Messages to the office',
    help: 'Patients may write to the office and reply.',
    shapes: 'Messages.',
  }),
  Provider_Pending_Review_Message: define({
    ...records,
    type: 'text',
    default: '',
    maxLength: 2000,
    lines: true,
    title: 'Text on results that await review',
    help: 'Shown until the provider has reviewed a result.',
    shapes: 'Test results.',
  }),
  Cures_Act_Compliance_Message: define({
    ...records,
    type: 'text',
    default: '',
    maxLength: 2000,
    lines: true,
    title: 'Cures Act notice',
    help: 'Shown where results appear as soon as they exist.',
    shapes: 'Test results and clinical documents.',
  }),
}
