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
/** The target of a short link: a path or a URL. The caller decides which targets are allowed. */
export const ShortLinkAnswer = Compile(Type.String({ minLength: 1, maxLength: 2000 }))
