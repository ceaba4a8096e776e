import Peer from 'simple-peer'
import type { Socket } from 'socket.io-client'
import type { CallMet, CallSignal } from '../../../schemas/calls.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { kinds, trackOf, type Kind } from './video-devices.ts'
import { sendingIn, type Sending } from './video-sending.ts'

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
    outward = createOutward(mine)
    const broken = () => {
      if (peer !== mine) return
      part()
      waiting = setTimeout(onBreak, breathMs)
    }
    waiting = setTimeout(broken, patienceMs)
    mine.on('signal', (signal) => socket.emit('signal', { call, signal }))
    mine.on('stream', (theirs) => onStream(theirs))
    mine.on('data', (said) => hearSending(String(said), onSending))
    mine.on('connect', () => {
      clearTimeout(waiting)
      tell(sending)
      onConnect()
    })
    mine.on('error', broken).on('close', broken)
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
    const mine = peer
    void outward?.take(next).then((taken) => !taken && mine === peer && socket.emit('again'))
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

function hearSending(text: string, hear: (theirs: Sending) => void): void {
  const theirs = sendingIn(text)
  if (theirs) hear(theirs)
}

interface Outward {
  /** False when the connection cannot send what there is now, so that it needs another. */
  take: (stream: MediaStream | undefined) => Promise<boolean>
}

/** The tracks that a connection sends: another camera takes the place of the former while the call goes on. */
function createOutward(peer: Peer.Instance): Outward {
  // simple-peer does not say whether a track could be replaced, so its own connection is asked.
  const { _pc: connection } = peer as unknown as { _pc?: RTCPeerConnection } // not in its types; absent once it is destroyed
  const senders = connection?.getSenders() ?? []
  const senderOf = (kind: Kind) => senders.find(({ track }) => track?.kind === kind)
  const places = { video: senderOf('video'), audio: senderOf('audio') }
  return {
    take: async (next) => {
      const taken = await Promise.all(kinds.map((kind) => isSent(places[kind], trackOf(next, kind))))
      return taken.every(Boolean)
    },
  }
}

async function isSent(place: RTCRtpSender | undefined, track: MediaStreamTrack | undefined): Promise<boolean> {
  // One that is gone sends nothing more by itself.
  if (!track || place?.track === track) return true
  return (
    (await place?.replaceTrack(track).then(
      () => true,
      () => false,
    )) ?? false
  )
}
