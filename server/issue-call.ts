import type { CallPass, CallPasses } from './http/call-pass.ts'
import { iceServersFor, type IceServer } from './ice-servers.ts'

/** Who wants to join a call, and the time window. */
export interface CallRequest extends Omit<CallPass, 'notBefore' | 'until'> {
  from: Date
  until: Date
}

/** What a browser needs to join a call. */
export interface IssuedCall {
  pass: string
  iceServers: IceServer[]
}

interface CallOptions {
  passes: CallPasses
  iceServers?: readonly IceServer[]
  turnSecret?: string
}

/** Creates passes for calls and lists the servers that connect the participants. */
export function callIssuer({ passes, iceServers = [], turnSecret }: CallOptions): (request: CallRequest) => IssuedCall {
  return ({ from, until, ...request }) => ({
    pass: passes.sign({ ...request, notBefore: from.getTime(), until: until.getTime() }),
    iceServers: iceServersFor({ servers: iceServers, secret: turnSecret, name: request.room, until }),
  })
}
