import Type, { type Static } from 'typebox'
import { closed } from './base.ts'

/** The namespace of calls on the live socket. A client connects to it with `{ pass }` as `auth`. */
export const callsNamespace = '/calls'

/**
 * Why the server refuses a connection: the pass is invalid, too early or expired, or another participant has the place.
 */
export const callRefusals = ['refused', 'early', 'over', 'full'] as const
export type CallRefusal = (typeof callRefusals)[number]

/**
 * server -> client, event `met`: both participants are connected, so a new connection begins. If two arrive, the
 * greater number counts. Events without content: `waiting` for the peer, `taken` over by another device of the same
 * participant, `full`, `ended`.
 */
export const CallMet = closed(
  { call: Type.Integer({ minimum: 0 }), offers: Type.Boolean({ description: 'Whether this end makes the offer.' }) },
  { $id: 'CallMet', description: 'The other end of a call is there.', examples: [{ call: 1, offers: true }] },
)
export type CallMet = Static<typeof CallMet>

/** Both directions, event `signal`: WebRTC signaling between the two browsers. The server relays it unread. */
export const CallSignal = closed(
  { call: Type.Integer({ minimum: 0 }), signal: Type.Record(Type.String(), Type.Unknown()) },
  {
    $id: 'CallSignal',
    description: 'Passed on to the other end of the same call.',
    examples: [{ call: 1, signal: { type: 'offer', sdp: 'v=0' } }],
  },
)
export type CallSignal = Static<typeof CallSignal>
