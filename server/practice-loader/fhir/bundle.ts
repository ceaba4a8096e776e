import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { IdText, ShortText } from './parts.ts'

const Entry = Type.Object({
  fullUrl: Type.Optional(IdText),
  resource: Type.Object({ resourceType: Type.String({ pattern: '^[A-Z][A-Za-z]{1,60}$' }), id: Type.Optional(IdText) }),
})

/** The envelope of a bundle; each entry is checked by its own type (resource.ts). */
export const Bundle = Type.Object({
  resourceType: Type.Literal('Bundle'),
  type: ShortText,
  entry: Type.Optional(Type.Array(Entry)),
})
export type Bundle = Static<typeof Bundle>

export const bundleCheck = Compile(Bundle)

/** Bundle types that contain records to write. A searchset or history is the response to a query. */
export const RECORD_BUNDLES = ['transaction', 'batch', 'collection']
