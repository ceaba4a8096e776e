import Type from 'typebox'
import { Compile } from 'typebox/compile'

export const StatusAnswer = Compile(
  Type.Union([
    Type.Literal('past'),
    Type.Literal('cancelled'),
    Type.Literal('today'),
    Type.Literal('present'),
    Type.Literal('future'),
  ]),
)
export const ConfirmationAnswer = Compile(Type.Object({ IsConfirmed: Type.Boolean(), IsArrived: Type.Boolean() }))
/** A short link leads to a path, or to a whole address; where it may lead is decided by whoever follows it. */
export const ShortLinkAnswer = Compile(Type.String({ minLength: 1, maxLength: 2000 }))
