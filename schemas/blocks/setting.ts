import Type, { type Static } from 'typebox'
import { block, BlockList } from '../block.ts'
import { Action, Call } from '../action.ts'
import { closed, Id, ref, Route, Tone } from '../base.ts'

const Switch = closed({
  id: Id,
  label: Type.String({ description: 'Its name. Not shown where it is the only switch: the title is beside it.' }),
  on: Type.Boolean(),
  text: Type.String({ description: 'What it is now, in a word; its name has it for assistive technology already.' }),
  do: ref(Call),
})

const State = closed({
  text: Type.String({ description: 'Where the value is from, or who changed it when.' }),
  changed: Type.Optional(Type.Boolean({ description: 'It differs from what holds by itself.' })),
})

const Result = closed(
  {
    text: Type.String({ description: 'What holds now.' }),
    version: Type.String({ description: 'Another one is said aloud, also with the same words.' }),
    undo: Type.Optional(closed({ label: Type.String(), do: ref(Action) })),
  },
  { description: 'What the person has just done; stays until the next change.' },
)

export const Setting = block(
  'setting',
  {
    title: Type.String(),
    text: Type.String({ description: 'What it does, in a sentence.' }),
    switches: Type.Optional(Type.Array(Switch, { minItems: 1, description: 'Each acts at once.' })),
    blocks: BlockList,
    notes: Type.Optional(Type.Array(closed({ id: Id, tone: Tone, text: Type.String() }))),
    state: State,
    result: Type.Optional(Result),
    details: Type.Optional(closed({ label: Type.String(), to: Route })),
  },
  {
    $id: 'Setting',
    description: 'One thing that can be set, with its control in place.',
    examples: [
      {
        kind: 'setting',
        id: 'lights',
        title: 'Lights',
        text: 'Lights the hall.',
        switches: [
          {
            id: 'lights-switch',
            label: 'Lights',
            on: false,
            text: 'Off',
            do: { type: 'call', action: 'room.switch', input: { on: true } },
          },
        ],
        notes: [{ id: 'lights-note', tone: 'warning', text: 'One lamp is broken.' }],
        blocks: [],
        state: { text: 'Changed by Ann Bell, 11/23/2026 9:05 AM.', changed: true },
        result: {
          text: 'The hall is dark.',
          version: '4',
          undo: { label: 'Undo', do: { type: 'call', action: 'room.undo', input: { version: 4 } } },
        },
        details: { label: 'Details', to: '/rooms/lights' },
      },
    ],
  },
)
export type Setting = Static<typeof Setting>
