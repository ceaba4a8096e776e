import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action } from '../action.ts'
import { closed, Icon, Id, ref, Tone } from '../base.ts'
import { Empty } from '../empty.ts'
import { Paging } from '../paging.ts'

const Row = closed({
  id: Id,
  lead: Type.String({ description: 'The first line: who, or where.' }),
  title: Type.String({ description: 'The second line, which names the row.' }),
  line: Type.Optional(Type.String({ description: 'A third line, in the small size.' })),
  icon: Type.Optional(Icon),
  value: Type.Optional(
    closed(
      { text: Type.String(), tone: Type.Optional(Tone) },
      { description: 'A sum or a count, in strong figures at the end of the row. The title is true without it.' },
    ),
  ),
  meta: Type.Optional(Type.String({ description: 'At the end of the first line, such as a day.' })),
  unread: Type.Optional(
    Type.String({ description: 'The word for a row that is new: it also has a dot, and is bold.' }),
  ),
  mark: Type.Optional(closed({ text: Type.String(), tone: Tone })),
  chosen: Type.Optional(Type.Boolean({ description: 'What it leads to shows beside it.' })),
  do: ref(Action),
})

export const List = block(
  'list',
  {
    label: Type.String({ description: 'Names the list, for assistive technology.' }),
    rows: Type.Array(Row),
    empty: Empty,
    paging: Type.Optional(Paging),
  },
  {
    $id: 'List',
    description: 'Rows that lead on, each a whole link.',
    examples: [
      {
        kind: 'list',
        id: 'notes',
        label: 'Notes',
        rows: [
          {
            id: 'n1',
            lead: 'Front hall',
            title: 'The lamp is broken',
            meta: '11/20/2026',
            unread: 'New',
            icon: 'building',
            value: { text: '$12.00', tone: 'warning' },
            do: { type: 'navigate', to: '/notes?note=1' },
          },
        ],
        empty: { picture: 'inbox', text: 'There are no notes.' },
      },
    ],
  },
)
export type List = Static<typeof List>
