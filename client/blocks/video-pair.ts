import Peer from 'simple-peer'
import type { Socket } from 'socket.io-client'
import type { CallMet, CallSignal } from '../../schemas/calls.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { kinds, trackOf } from './video-devices.ts'

/** What one end gives the other to see and to hear. */
export interface Sending {
  video: boolean
  audio: boolean
}

export interface PairOptions {
  socket: Socket
  iceServers: BlockOf<'video'>['iceServers']
  /** The own picture and sound, if there is any. */
  stream?: MediaStream
  sending: Sending
  /** The picture and sound of the other; undefined when it has gone. */
  onStream: (stream: MediaStream | undefined) => void
  onSending: (theirs: Sending) => void
  onConnect: () => void
  /** The connection broke and the server has not said why. */
  onBreak: () => void
}

interface Pair {
  use: (stream: MediaStream | undefined) => void
  tell: (sending: Sending) => void
  part: () => void
}

const patienceMs = 15_000
/** So long after a connection broke the server may say why; then it is tried again. */
const breathMs = 700
const mostEarly = 100

/** The direct connection: made anew each time the server says that both are there. */
export function createPair({ socket, iceServers, onStream, onSending, onConnect, onBreak, ...own }: PairOptions): Pair {
  let { stream, sending } = own
  let peer: Peer.Instance | undefined
  let outward: Outward | undefined
  let current = 0
  const early: CallSignal[] = []
  let waiting: ReturnType<typeof setTimeout> | undefined

  function begin({ call, offers }: CallMet): void {
    if (call <= current) return
    part()
    current = call
    const mine = (peer = new Peer({ initiator: offers, stream, config: { iceServers } }))
    outward = createOutward(mine, stream)
    const broken = () => {
      if (peer !== mine) return
      part()
      waiting = setTimeout(onBreak, breathMs)
    }
    waiting = setTimeout(broken, patienceMs)
    mine.on('signal', (signal) => socket.emit('signal', { call, signal }))
    mine.on('stream', (theirs) => onStream(theirs))
    mine.on('data', (said) => onSending(sendingIn(String(said))))
    mine.on('connect', () => {
      clearTimeout(waiting)
      tell(sending)
      onConnect()
    })
    mine.on('error', broken)
    mine.on('close', broken)
    for (const each of early.splice(0)) hear(each)
  }

  /** From another process the words of the other may arrive before those of the server. */
  function hear(said: CallSignal): void {
    if (said.call > current && early.length < mostEarly) early.push(said)
    if (said.call === current) peer?.signal(said.signal as unknown as Peer.SignalData) // what the other peer made
  }

  function tell(now: Sending): void {
    sending = now
    if (peer?.connected) peer.send(JSON.stringify(now))
  }

  function use(next: MediaStream | undefined): void {
    stream = next
    if (peer && !outward?.take(next)) socket.emit('again')
  }

  function part(): void {
    clearTimeout(waiting)
    const before = peer
    peer = outward = undefined
    before?.destroy()
    onStream(undefined)
  }
  socket.on('met', begin)
  socket.on('signal', hear)
  return { use, tell, part }
}

/** What comes from the other's browser may be anything. */
function sendingIn(text: string): Sending {
  const is = (kind: keyof Sending) => !text.includes(`"${kind}":false`)
  return { video: is('video'), audio: is('audio') }
}

interface Outward {
  /** False when the connection has no place for what there is now, so that it needs another. */
  take: (stream: MediaStream | undefined) => boolean
}

/** The tracks that a connection sends: another camera takes the place of the former while the call goes on. */
function createOutward(peer: Peer.Instance, stream: MediaStream | undefined): Outward {
  const sent = { video: trackOf(stream, 'video'), audio: trackOf(stream, 'audio') }
  return {
    take: (next) =>
      kinds.every((kind) => {
        const [before, now] = [sent[kind], trackOf(next, kind)]
        // One that is gone sends nothing more by itself.
        if (!now || now === before) return true
        if (!before || !stream) return false
        peer.replaceTrack(before, now, stream)
        sent[kind] = now
        return true
      }),
  }
}
