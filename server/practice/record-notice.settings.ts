import { settings } from '../licensees/settings/definition.ts'

const records = { group: 'Messages and records', fromPractice: true } as const

/** Texts that results and documents share (specification 2 §4.4). */
export const recordNoticeSettings = settings({
  Cures_Act_Compliance_Message: {
    ...records,
    type: 'text',
    default: '',
    maxLength: 2000,
    lines: true,
    title: 'Cures Act notice',
    help: 'Patients read this where results show as soon as they are ready.',
    shapes: 'Test results and clinical documents.',
  },
})
