import Type from 'typebox'
import { Compile } from 'typebox/compile'

export const DoneAnswer = Compile(Type.Boolean())
export const TextAnswer = Compile(Type.String())
