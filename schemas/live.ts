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

/** server -> client, event `ended`: the session of the socket is over; the server closes the socket. */
export const Ended = closed(
  {
    cause: Type.Optional(Type.String({ description: 'The Idempotency-Key of the action that ended it.' })),
    reason: Type.Optional(
      Type.String({ description: 'Why somebody else ended it, in words for the person at the page.' }),
    ),
  },
  {
    $id: 'Ended',
    description:
      'Says that the session is over. The page whose own action ended it shows what the action answers; any other page starts again.',
    examples: [{ cause: 'a1b2' }],
  },
)
export type Ended = Static<typeof Ended>

/** client -> server, event `watch`, first argument: the topics of everything on screen. Replaces the previous list. */
export const Watch = Type.Array(Type.String({ maxLength: 200 }), {
  maxItems: 500,
  $id: 'Watch',
  description: 'The topics of everything on screen.',
  examples: [['tenant:1/settings/colour']],
})
export type Watch = Static<typeof Watch>

/**
 * Client -> server, event `watch`, second argument: when the content with these topics was drawn. The server sends at
 * once a hint of what has changed since. A topic that a socket did not watch before and that has no known `asOf` is
 * hinted at once, too.
 */
export const Drawn = Type.Array(
  closed({
    asOf: Type.String({
      maxLength: 200,
      description:
        'The header X-As-Of of the response with the content, or of the screen that it came with. Opaque: two of them cannot be compared.',
    }),
    topics: Type.Array(Type.Integer({ minimum: 0, maximum: 499 }), {
      maxItems: 500,
      description: 'The topics of the content, as places in the first argument.',
    }),
  }),
  {
    maxItems: 100,
    $id: 'Drawn',
    description:
      'When the content with some of the watched topics was drawn. Send it with `watch`, once for each response: what changed between drawing and listening is hinted at then.',
    examples: [[{ asOf: 'q83vEjRWeJCrze8SNFZ4kA', topics: [0] }]],
  },
)
export type Drawn = Static<typeof Drawn>
