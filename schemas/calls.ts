import Type, { type Static } from 'typebox'
import { closed } from './base.ts'

/** The namespace of calls on the live socket; a socket comes with `{ pass }` as its `auth`. */
export const callsNamespace = '/calls'

/** Why a socket may not enter: its pass is none, or not for now; or somebody else is there in its place. */
export const callRefusals = ['refused', 'early', 'over', 'full'] as const
export type CallRefusal = (typeof callRefusals)[number]

/**
 * server -> client, event `met`: both are there, so begin anew. Of two, the one with the greater number counts. Other
 * events have no content: `waiting` for the other, `taken` over by another device of the same person, `full`, `ended`.
 */
export const CallMet = closed(
  { call: Type.Integer({ minimum: 0 }), offers: Type.Boolean({ description: 'Whether this end makes the offer.' }) },
  { $id: 'CallMet', description: 'The other end of a call is there.', examples: [{ call: 1, offers: true }] },
)
export type CallMet = Static<typeof CallMet>

/** Both ways, event `signal`: what the two ends tell each other to find a way; the server reads none of it. */
export const CallSignal = closed(
  { call: Type.Integer({ minimum: 0 }), signal: Type.Record(Type.String(), Type.Unknown()) },
  {
    $id: 'CallSignal',
    description: 'Passed on to the other end of the same call.',
    examples: [{ call: 1, signal: { type: 'offer', sdp: 'v=0' } }],
  },
)
export type CallSignal = Static<typeof CallSignal>
