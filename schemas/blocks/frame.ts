import Type, { type Static } from 'typebox'
import { Action, Call } from '../action.ts'
import { block } from '../block.ts'
import { ref } from '../base.ts'

export const Frame = block(
  'frame',
  {
    label: Type.String({ description: 'Names the page within, for assistive technology.' }),
    start: Type.Optional(ref(Call)),
    src: Type.Optional(
      Type.String({
        format: 'uri',
        pattern: '^https?://',
        maxLength: 2000,
        description: 'The page of another origin. Without it `start` is run once; its effects bring one.',
      }),
    ),
    origin: Type.Optional(
      Type.String({ pattern: '^https?://[^/\\s]+$', description: 'Of `src`: messages of others are ignored.' }),
    ),
    height: Type.Integer({ minimum: 40, maximum: 2000, description: 'In px; reserved from the beginning.' }),
    timeoutMs: Type.Integer({ minimum: 0, description: 'Until the page says that it is ready, in milliseconds.' }),
    waiting: Type.String({ description: 'Shows until then.' }),
    onDone: ref(Action),
    onFailed: ref(Action),
  },
  {
    $id: 'Frame',
    description:
      'A page of somebody else, embedded. It posts messages to this page: { "type": "ready" }, { "type": "done" } or { "type": "failed" }; they carry nothing else. What it was for is asked by the server.',
    examples: [
      {
        kind: 'frame',
        id: 'map',
        label: 'Map',
        src: 'https://maps.example/rooms',
        origin: 'https://maps.example',
        height: 200,
        timeoutMs: 15_000,
        waiting: 'Loading the map',
        onDone: { type: 'call', action: 'room.found' },
        onFailed: { type: 'open', dialog: 'no-map' },
      },
    ],
  },
)
export type Frame = Static<typeof Frame>
