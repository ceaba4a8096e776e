import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action, Navigate } from '../action.ts'
import { Paging } from '../paging.ts'
import { closed, Id, ref, Tone, Words } from '../base.ts'
import { RowAction } from '../row-action.ts'

const Column = closed({
  id: Id,
  label: Type.String(),
  align: Type.Optional(Type.Union([Type.Literal('start'), Type.Literal('end')])),
  figures: Type.Optional(Type.Boolean({ description: 'Set in figures of one width.' })),
  main: Type.Optional(
    Type.Boolean({ description: 'Names the row: its header cell, and the title of its card on a narrow screen.' }),
  ),
})
const Cell = closed({
  text: Words,
  tone: Type.Optional(Tone),
  tag: Type.Optional(Type.Boolean()),
  help: Type.Optional(Type.String()),
})
const Select = closed(
  {
    selected: Type.Boolean(),
    about: Type.String({ description: 'What is selected, for assistive technology.' }),
    do: ref(Navigate),
  },
  { description: 'A tick that stands in the address; its action leads to the address with the tick changed.' },
)
export const Table = block(
  'table',
  {
    caption: Type.String(),
    hideCaption: Type.Optional(Type.Boolean()),
    columns: Type.Array(Column, { minItems: 1 }),
    rows: Type.Array(
      closed({
        id: Id,
        select: Type.Optional(Select),
        cells: Type.Record(Type.String(), Cell),
        actions: Type.Optional(Type.Array(RowAction)),
      }),
    ),
    selection: Type.Optional(Type.String({ description: 'Names the ticks of rows: the head of their column.' })),
    empty: closed(
      { text: Words, next: Type.Optional(closed({ label: Type.String(), do: ref(Action) })) },
      { description: 'A sentence, and the next thing to do.' },
    ),
    paging: Type.Optional(Paging),
  },
  {
    $id: 'Table',
    description: 'Rows of cells; cards on a narrow screen.',
    examples: [
      {
        kind: 'table',
        id: 'rooms',
        caption: 'Rooms',
        columns: [
          { id: 'name', label: 'Name', main: true },
          { id: 'seats', label: 'Seats', align: 'end', figures: true },
        ],
        rows: [
          {
            id: 'r1',
            cells: { name: { text: 'Main hall' }, seats: { text: '120' } },
            actions: [{ id: 'open', label: 'Open', about: 'Main hall', do: { type: 'navigate', to: '/rooms/1' } }],
          },
        ],
        empty: { text: 'There are no rooms.' },
        paging: { page: 1, size: 10, total: 1, toPage: { type: 'navigate', to: '/rooms', parameter: 'page' } },
      },
    ],
  },
)
export type Table = Static<typeof Table>
