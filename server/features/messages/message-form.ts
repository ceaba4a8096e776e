import Type from 'typebox'
import { partOffered } from '../../practice/offered.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { Reads } from '../../protocol/trace.ts'

export const messagesOffered = (reads: Reads) => partOffered(reads, 'messages')
export const guarded = {
  guard: patientsAndGuardians,
  offered: messagesOffered,
  off: { what: 'Messages', outcome: 'Nothing was sent.' },
} as const

const draftKey = '^[0-9a-f-]{36}$'
/** The id of what is being written, stored or not. */
export const DraftKey = Type.String({ pattern: draftKey })

export const isDraftKey = (text: string) => new RegExp(draftKey, 'u').test(text)
