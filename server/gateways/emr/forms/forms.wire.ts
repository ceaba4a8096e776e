import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { WireInstant } from '../wire/instant.ts'

const WireForm = Type.Object({
  Form_Name: Type.String({ minLength: 1 }),
  Template_Name: Type.String({ minLength: 1 }),
  Status: Type.String(),
  DataTimeOfRequest: WireInstant,
  DateTimeLastUpdated: WireInstant,
})
export type WireForm = Static<typeof WireForm>

export const FormsAnswer = Compile(Type.Array(WireForm))
/** Long enough for any page, short enough to pass on in a URL. */
export const PageAnswer = Compile(Type.String({ pattern: '^https?://[^\\s\\\\]+$', maxLength: 1000 }))
