import Type from 'typebox'
import { Compile } from 'typebox/compile'

/** The number of a slot or an appointment; 0 means none. */
export const NumberAnswer = Compile(Type.Integer({ minimum: 0 }))
/** The outcome of a cancellation. */
export const CancelAnswer = Compile(Type.Union([Type.Literal('cancelled'), Type.Literal('over')]))
