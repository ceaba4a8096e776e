import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { closed, Id, Route } from '../base.ts'

const Entry = closed({
  id: Id,
  side: Type.Union([Type.Literal('start'), Type.Literal('end')], {
    description: 'Those of the person who reads stand at the end.',
  }),
  from: Type.String(),
  to: Type.Optional(Type.String()),
  at: closed(
    { text: Type.String(), value: Type.String({ format: 'date-time' }) },
    { description: 'When it was written. Without a text if that is not known.' },
  ),
  detail: Type.Optional(Type.String({ description: 'Below when it was written: what became of it.' })),
  html: Type.String({ description: 'Cleaned by the server, as in the block html.' }),
  note: Type.Optional(Type.String({ description: 'Says what of it is not shown.' })),
  files: Type.Optional(
    Type.Array(
      closed({
        id: Id,
        label: Type.String(),
        size: Type.String({ description: 'In words.' }),
        href: Type.Unsafe<string>({ ...Route, description: 'Saves the file.' }),
      }),
    ),
  ),
})

export const Thread = block(
  'thread',
  {
    label: Type.String({ description: 'Names the conversation, for assistive technology.' }),
    earlier: Type.Optional(Type.String({ description: 'Says that there are older ones that do not show.' })),
    entries: Type.Array(Entry),
  },
  {
    $id: 'Thread',
    description: 'What several people wrote to each other, in order.',
    examples: [
      {
        kind: 'thread',
        id: 'lamp',
        label: 'The lamp is broken',
        entries: [
          {
            id: 'e1',
            side: 'start',
            from: 'Front hall',
            at: { text: '11/20/2026 9:00 AM', value: '2026-11-20T14:00:00Z' },
            html: '<p>The lamp is broken.</p>',
          },
        ],
      },
    ],
  },
)
export type Thread = Static<typeof Thread>
