import Type, { type Static } from 'typebox'
import { closed } from './base.ts'

/** server -> client, event `hint`: content that screens depend on has changed. Carries no content itself. */
export const Hint = closed(
  {
    topics: Type.Array(Type.String()),
    cause: Type.Optional(Type.String({ description: 'The Idempotency-Key of the action that caused it.' })),
  },
  {
    $id: 'Hint',
    description: 'Says that what stands under some topics has changed.',
    examples: [{ topics: ['tenant:1/settings/colour'], cause: 'a1b2' }],
  },
)
export type Hint = Static<typeof Hint>

/** client -> server, event `watch`: the topics of everything on screen. Replaces the previous list. */
export const Watch = Type.Array(Type.String({ maxLength: 200 }), {
  maxItems: 500,
  $id: 'Watch',
  description: 'The topics of everything on screen.',
  examples: [['tenant:1/settings/colour']],
})
export type Watch = Static<typeof Watch>
