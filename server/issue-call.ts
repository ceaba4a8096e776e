import type { CallPass, CallPasses } from './http/call-pass.ts'
import { iceServersFor, type IceServer } from './ice-servers.ts'

/** Who asks to enter a call, and between which instants. */
export interface CallRequest extends Omit<CallPass, 'notBefore' | 'until'> {
  from: Date
  until: Date
}

/** What a browser needs to enter a call. */
export interface IssuedCall {
  pass: string
  iceServers: IceServer[]
}

interface CallOptions {
  passes: CallPasses
  iceServers?: readonly IceServer[]
  turnSecret?: string
}

/** Makes the pass of a call and the addresses of the servers that connect its ends. */
export function callIssuer({ passes, iceServers = [], turnSecret }: CallOptions): (request: CallRequest) => IssuedCall {
  return ({ from, until, ...request }) => ({
    pass: passes.sign({ ...request, notBefore: from.getTime(), until: until.getTime() }),
    iceServers: iceServersFor({ servers: iceServers, secret: turnSecret, name: request.room, until }),
  })
}
