import Type, { type Static } from 'typebox'
import { block, BlockList } from '../block.ts'
import { Navigate } from '../action.ts'
import { Empty } from '../empty.ts'
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
  result: Type.Optional(
    Type.Boolean({ description: 'What the row comes to: it stays at the end of its line on a narrow screen.' }),
  ),
})
const Cell = closed({
  text: Words,
  tone: Type.Optional(Tone),
  tag: Type.Optional(Type.Boolean()),
  help: Type.Optional(Type.String()),
})
const Cells = Type.Record(Type.String(), Cell)
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
        cells: Cells,
        detail: Type.Optional(
          Type.Unsafe<BlockList>({ ...BlockList, description: 'Below the row, among the details.' }),
        ),
        actions: Type.Optional(Type.Array(RowAction)),
      }),
    ),
    footer: Type.Optional(
      Type.Array(closed({ id: Id, cells: Cells }), { description: 'Rows at the end, such as the sum of the others.' }),
    ),
    narrow: Type.Optional(
      Type.Literal('lines', {
        description:
          'On a narrow screen each row is a line of its main cell and its result, with the others small below them. Default: a card.',
      }),
    ),
    group: Type.Optional(
      Type.Unsafe<string>({
        ...Id,
        description: 'Tables of one group have the same columns, which stand below each other where there is room.',
      }),
    ),
    details: Type.Optional(
      closed(
        { more: Type.String(), less: Type.String() },
        {
          description:
            'The labels of the button below the rows that shows what is below each row, and the small cells of lines.',
        },
      ),
    ),
    tools: Type.Optional(
      Type.String({ description: 'Heads the column of actions. Without it, only assistive technology has a head.' }),
    ),
    selection: Type.Optional(Type.String({ description: 'Names the ticks of rows: the head of their column.' })),
    empty: Empty,
    paging: Type.Optional(Paging),
  },
  {
    $id: 'Table',
    description: 'Rows of cells; cards or lines on a narrow screen.',
    examples: [
      {
        kind: 'table',
        id: 'rooms',
        caption: 'Rooms',
        columns: [
          { id: 'name', label: 'Name', main: true },
          { id: 'seats', label: 'Seats', align: 'end', figures: true, result: true },
        ],
        rows: [
          {
            id: 'r1',
            cells: { name: { text: 'Main hall' }, seats: { text: '120' } },
            detail: [{ kind: 'text', id: 'r1-stage', text: 'With a stage of 40 square meters.' }],
            actions: [{ id: 'open', label: 'Open', about: 'Main hall', do: { type: 'navigate', to: '/rooms/1' } }],
          },
        ],
        footer: [{ id: 'sum', cells: { name: { text: 'All rooms' }, seats: { text: '120' } } }],
        narrow: 'lines',
        details: { more: 'Details', less: 'Hide details' },
        empty: { picture: 'list', text: 'There are no rooms.' },
        paging: { page: 1, size: 10, total: 1, toPage: { type: 'navigate', to: '/rooms', parameter: 'page' } },
      },
    ],
  },
)
export type Table = Static<typeof Table>
