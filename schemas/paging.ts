import Type from 'typebox'
import { Navigate } from './action.ts'
import { closed, ref } from './base.ts'

/** The page of a table or list, and how to come to others. */
export const Paging = closed({
  page: Type.Integer({ minimum: 1 }),
  size: Type.Integer({ minimum: 1 }),
  total: Type.Integer({ minimum: 0 }),
  sizes: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }))),
  toPage: ref(Navigate),
  toSize: Type.Optional(ref(Navigate)),
})
