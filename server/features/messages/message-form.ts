import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { partOffered } from '../../practice/offered.ts'
import { FormKey } from '../../practice/written-form.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { Reads } from '../../protocol/trace.ts'
import { mostFiles } from './messages.rules.ts'

export const messagesOffered = (reads: Reads) => partOffered(reads, 'messages')
export const guarded = {
  guard: patientsAndGuardians,
  offered: messagesOffered,
  off: { what: 'Messages', outcome: 'Nothing was sent.' },
} as const

/** A file as the form of a message lists it; only its id counts. */
const FormFile = closed({ id: FormKey, name: Type.String({ maxLength: 300 }), bytes: Type.Integer({ minimum: 0 }) })
export type FormFile = Static<typeof FormFile>

/** The files of a message that is being written. */
export const FormFiles = Type.Optional(Type.Array(FormFile, { maxItems: mostFiles }))

export const idsOf = (files: readonly FormFile[] = []): string[] => [...new Set(files.map(({ id }) => id))]
