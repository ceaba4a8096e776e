import type { Recipient } from './messages.rules.ts'

export const namesOf = (recipients: readonly Recipient[]) => recipients.map(({ name }) => name).join(', ')
