import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { WireDate } from '../wire/instant.ts'

const WireForm = Type.Object({
  Form_Name: Type.String({ minLength: 1 }),
  Template_Name: Type.String({ minLength: 1 }),
  Status: Type.String(),
  DataTimeOfRequest: WireDate,
  DateTimeLastUpdated: WireDate,
})
export type WireForm = Static<typeof WireForm>

export const FormsAnswer = Compile(Type.Array(WireForm))
/** Long enough for any page, short enough to pass on in a URL. */
export const PageAnswer = Compile(Type.String({ pattern: '^https?://[^\\s\\\\]+$', maxLength: 1000 }))
