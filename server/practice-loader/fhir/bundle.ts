import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { IdText, ShortText } from './parts.ts'

const Entry = Type.Object({
  fullUrl: Type.Optional(IdText),
  resource: Type.Object({ resourceType: Type.String({ pattern: '^[A-Z][A-Za-z]{1,60}$' }), id: Type.Optional(IdText) }),
})

/** The outside of a bundle; what each entry holds is checked by its own type (resource.ts). */
export const Bundle = Type.Object({
  resourceType: Type.Literal('Bundle'),
  type: ShortText,
  entry: Type.Optional(Type.Array(Entry)),
})
export type Bundle = Static<typeof Bundle>

export const bundleCheck = Compile(Bundle)

/** Bundles that carry records to be written. A searchset or history is somebody's answer to a question. */
export const RECORD_BUNDLES = ['transaction', 'batch', 'collection']
