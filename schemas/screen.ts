import Type, { type Static } from 'typebox'
import { Action } from './action.ts'
import { BlockList } from './block.ts'
import { closed, Id, ref, Route } from './base.ts'
import { Dialog } from './dialog.ts'

export const protocolVersion = '1.0'

export const Topics = Type.Array(Type.String(), {
  description: 'What the content depends on; a live hint that names one of them makes the client ask again.',
})

export const RegionContent = closed(
  {
    id: Id,
    topics: Topics,
    changesAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When it changes by the passing of time, in UTC; a client asks again then.',
      }),
    ),
    blocks: BlockList,
  },
  {
    $id: 'RegionContent',
    description: 'What stands in a region.',
    examples: [{ id: 'rooms.list', topics: [], blocks: [{ kind: 'text', id: 'none', text: 'No rooms' }] }],
  },
)
export type RegionContent = Static<typeof RegionContent>

export const Screen = closed(
  {
    protocol: Type.Literal(protocolVersion),
    route: Route,
    location: Type.Optional(
      Type.Unsafe<string>({
        ...Route,
        description:
          'The address at which exactly this is shown again; it takes the place of the one that was asked for.',
      }),
    ),
    title: Type.String({ description: 'Of the browser window; the blocks hold the heading.' }),
    locale: Type.String(),
    chrome: Type.Union([Type.Literal('full'), Type.Literal('plain'), Type.Literal('none')], {
      description: 'full: header, navigation and footer; plain: no navigation; none: only the screen.',
    }),
    width: Type.Optional(
      Type.Union([Type.Literal('reading'), Type.Literal('wide')], {
        description: 'reading for forms and text. Default wide.',
      }),
    ),
    stillBrand: Type.Optional(
      Type.Boolean({ description: 'The brand in the header is no link: people come for this screen alone.' }),
    ),
    welcome: Type.Optional(
      Type.Boolean({ description: 'Where people arrive: the theme may decorate what stands behind its head.' }),
    ),
    back: Type.Optional(
      closed(
        {
          label: Type.String(),
          to: Route,
          do: Type.Optional(ref(Action)),
        },
        { description: 'The way back. `do` is done instead by clients that know it, and ends at the same place.' },
      ),
    ),
    close: Type.Optional(
      closed(
        { label: Type.String(), to: Route },
        {
          description:
            'The screen is a document over everything else: a bar with its title, its tools and this stays in sight, and Esc does the same. Leads to where the person came from, or else there. An older client shows `back`.',
        },
      ),
    ),
    under: Type.Optional(
      Type.String({
        description:
          'Where the entry of the navigation leads to which the screen belongs. Without it, that is the entry above its route.',
      }),
    ),
    topics: Topics,
    blocks: BlockList,
    dialogs: Type.Record(Type.String(), ref(Dialog)),
    open: Type.Optional(Id),
    focus: Type.Optional(
      Type.Unsafe<string>({
        ...Id,
        description:
          'The block that people came to use: its first control has the focus when the screen is opened, unless a keyboard would cover the screen.',
      }),
    ),
    regions: Type.Optional(
      Type.Record(Type.String(), ref(RegionContent), {
        description:
          'The content of regions that show at once, by their src, as far as it was there in time; a client asks for the others. The ETag of the screen does not cover it.',
      }),
    ),
  },
  {
    $id: 'Screen',
    description: 'Everything that one browser route shows.',
    examples: [
      {
        protocol: '1.0',
        route: '/rooms',
        title: 'Rooms',
        locale: 'en-US',
        chrome: 'full',
        topics: [],
        blocks: [{ kind: 'text', id: 'title', role: 'title', text: 'Rooms' }],
        dialogs: {},
      },
    ],
  },
)
export type Screen = Static<typeof Screen>
