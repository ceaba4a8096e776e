import { settings } from '../../licensees/settings/definition.ts'

const records = { group: 'Messages and records', fromPractice: true } as const

/** Texts of test results (specification 2 §4.4). */
export const testResultSettings = settings({
  Provider_Pending_Review_Message: {
    ...records,
    type: 'text',
    default: '',
    maxLength: 2000,
    lines: true,
    title: 'Text on results under review',
    help: 'Patients read this until the provider reviews a result.',
    shapes: 'Test results.',
  },
})
