import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action } from '../action.ts'
import { closed, Href, Id, ref, Route } from '../base.ts'

const Text = Type.Union([
  Type.String(),
  Type.Array(
    closed({
      text: Type.String(),
      strong: Type.Optional(Type.Boolean()),
      emphasis: Type.Optional(Type.Boolean()),
      href: Type.Optional(Href),
      printed: Type.Optional(Type.String({ description: 'Follows on paper only, for instance where a link leads.' })),
    }),
  ),
])
const Align = Type.Optional(Type.Union([Type.Literal('start'), Type.Literal('end')]))

const Heading = closed({
  type: Type.Literal('heading'),
  level: Type.Union([Type.Literal(1), Type.Literal(2)]),
  text: Type.String(),
  align: Align,
})
const Paragraph = closed(
  { type: Type.Literal('paragraph'), text: Text, align: Align, small: Type.Optional(Type.Boolean()) },
  { description: 'Plain words, or pieces of which some are strong. A line feed begins a new line.' },
)
const SheetFacts = closed({
  type: Type.Literal('facts'),
  facts: Type.Array(closed({ name: Type.String(), value: Type.String(), strong: Type.Optional(Type.Boolean()) })),
})
const SheetImage = closed(
  {
    type: Type.Literal('image'),
    src: Route,
    alt: Type.String({ description: 'What it shows, or empty when the words beside it say so.' }),
    width: Type.Integer({ minimum: 1, maximum: 720, description: 'In px, of which 96 are an inch on paper.' }),
    height: Type.Integer({ minimum: 1, maximum: 960 }),
  },
  { description: 'A picture, drawn at this size or smaller; nothing if it does not load.' },
)
const Columns = closed(
  {
    type: Type.Literal('columns'),
    columns: Type.Array(closed({ parts: Type.Array(Type.Union([Heading, Paragraph, SheetFacts, SheetImage])) }), {
      minItems: 2,
      maxItems: 3,
    }),
  },
  { description: 'Side by side; one below the other where there is no room.' },
)
const Row = closed({ id: Id, cells: Type.Record(Type.String(), Type.String()) })
const SheetTable = closed(
  {
    type: Type.Literal('table'),
    caption: Type.String({ description: 'For assistive technology.' }),
    columns: Type.Array(
      closed({
        id: Id,
        label: Type.String(),
        share: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Of the width, compared with other columns. Default 1.' }),
        ),
        align: Align,
        main: Type.Optional(Type.Boolean({ description: 'Names the row: its header cell.' })),
      }),
      { minItems: 1 },
    ),
    rows: Type.Array(Row),
    total: Type.Optional(Row),
  },
  { description: 'Breaks between rows; its head stands on each page.' },
)
const Space = closed({
  type: Type.Literal('space'),
  line: Type.Optional(Type.Boolean({ description: 'With a line across the page.' })),
})
const SheetList = closed(
  {
    type: Type.Literal('list'),
    items: Type.Array(
      closed({
        text: Text,
        level: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 6, description: 'How deep it is nested. Default 1.' }),
        ),
        number: Type.Optional(Type.Integer({ description: 'Of a numbered item; others have a dot.' })),
      }),
      { minItems: 1 },
    ),
  },
  { description: 'A list, of which items may belong to the one before them.' },
)
const SheetGrid = closed(
  {
    type: Type.Literal('grid'),
    rows: Type.Array(
      closed({
        cells: Type.Array(
          closed({
            text: Text,
            head: Type.Optional(Type.Boolean()),
            across: Type.Optional(
              Type.Integer({ minimum: 1, maximum: 12, description: 'How many columns. Default 1.' }),
            ),
            down: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'How many rows. Default 1.' })),
          }),
        ),
      }),
      { minItems: 1 },
    ),
  },
  { description: 'Cells that somebody wrote, which may span columns and rows.' },
)
const Part = Type.Union([Heading, Paragraph, SheetFacts, Columns, SheetTable, Space, SheetImage, SheetList, SheetGrid])

export const Sheet = block(
  'sheet',
  {
    label: Type.String({ description: 'Names the page; the title of its file.' }),
    parts: Type.Array(Part, { minItems: 1 }),
    print: Type.Optional(
      closed(
        {
          label: Type.String(),
          do: Type.Optional(
            Type.Unsafe<Action>({
              ...ref(Action),
              description: 'Runs instead of the print dialog, which an effect `print` of it opens.',
            }),
          ),
          atOnce: Type.Optional(
            Type.Boolean({ description: 'Does it once by itself, when the page is drawn with its pictures.' }),
          ),
          address: Type.Optional(Route),
        },
        {
          description:
            '`address` is where the screen stands without `atOnce`: it replaces the address once printing has begun, so that reloading the screen or returning to it does not print again.',
        },
      ),
    ),
    download: Type.Optional(closed({ label: Type.String(), href: Route }, { description: 'The same as a file.' })),
  },
  {
    $id: 'Sheet',
    description: 'A Letter page to read, print and download. It is printed without the rest of the screen.',
    examples: [
      {
        kind: 'sheet',
        id: 'room-list',
        label: 'Rooms in use',
        parts: [
          {
            type: 'columns',
            columns: [
              {
                parts: [
                  { type: 'image', src: '/files/sign.png', alt: '', width: 120, height: 40 },
                  { type: 'heading', level: 1, text: 'Rooms' },
                ],
              },
              { parts: [{ type: 'facts', facts: [{ name: 'Date', value: '11/23/2026', strong: true }] }] },
            ],
          },
          { type: 'space', line: true },
          { type: 'heading', level: 2, text: 'Today', align: 'end' },
          { type: 'paragraph', text: ['Please leave ', 'at six'].map((text, at) => ({ text, strong: at === 1 })) },
          {
            type: 'list',
            items: [
              { text: 'Close the windows', number: 1 },
              { text: [{ text: 'Ask the desk', href: 'tel:2125550140', printed: ' (2125550140)' }], level: 2 },
            ],
          },
          {
            type: 'grid',
            rows: [
              { cells: [{ text: 'Keys', head: true, across: 2 }] },
              { cells: [{ text: 'Desk' }, { text: [{ text: 'Always', emphasis: true }] }] },
            ],
          },
          { type: 'paragraph', text: 'First line\nSecond line', align: 'end', small: true },
          {
            type: 'table',
            caption: 'Seats of the rooms',
            columns: [
              { id: 'name', label: 'Room', share: 3, main: true },
              { id: 'seats', label: 'Seats', align: 'end' },
            ],
            rows: [{ id: 'r1', cells: { name: 'Main hall', seats: '120' } }],
            total: { id: 'sum', cells: { name: 'Total', seats: '120' } },
          },
        ],
        print: { label: 'Print', do: { type: 'call', action: 'room.print' } },
        download: { label: 'Download PDF', href: '/files/rooms.pdf' },
      },
    ],
  },
)
export type Sheet = Static<typeof Sheet>
