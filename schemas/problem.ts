import Type, { type Static } from 'typebox'
import { closed, ref, Route } from './base.ts'
import { Screen } from './screen.ts'

export const ProblemError = closed({
  pointer: Type.String({ description: 'JSON Pointer into the submitted data; empty for the whole form.' }),
  code: Type.String({ description: 'A code of the error catalogue.' }),
  params: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  message: Type.String(),
  severity: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
  clear: Type.Optional(Type.Boolean({ description: 'What was typed there goes; otherwise it is kept.' })),
})
export type ProblemError = Static<typeof ProblemError>

export const Problem = closed(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'A sentence for a person.' }),
    code: Type.String({ description: 'A code of the error catalogue.' }),
    instance: Type.Optional(Type.String({ description: 'The id of the request, to quote to the office.' })),
    errors: Type.Array(ProblemError),
    stays: Type.Optional(
      Type.Boolean({
        description: 'What is open stays open, with the detail beside it: it was allowed when it was opened.',
      }),
    ),
    redirect: Type.Optional(Route),
    retryAfterSeconds: Type.Optional(Type.Integer()),
    screen: Type.Optional(ref(Screen)),
    startOver: Type.Optional(
      Type.Boolean({
        description:
          'The page was drawn for somebody else: drop all that is kept, fetch shell and screen again, then say the detail.',
      }),
    ),
  },
  {
    $id: 'Problem',
    description: 'RFC 9457: why a request was not done.',
    examples: [
      {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        detail: 'Somebody else was faster.',
        code: 'changed',
        errors: [],
      },
    ],
  },
)
export type Problem = Static<typeof Problem>
