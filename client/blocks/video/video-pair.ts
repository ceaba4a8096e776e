import Peer from 'simple-peer'
import type { Socket } from 'socket.io-client'
import type { CallMet, CallSignal } from '../../../schemas/calls.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { kinds, trackOf, type Kind } from './video-devices.ts'
import { transferIn, type Transfer } from './video-quality.ts'
import { sendingIn, type Sending } from './video-sending.ts'

export interface PairOptions {
  socket: Socket
  iceServers: BlockOf<'video'>['iceServers']
  /** The own picture and sound, if any. */
  stream?: MediaStream
  sending: Sending
  /** Picture and sound of the peer; undefined when they end. */
  onStream: (stream: MediaStream | undefined) => void
  onSending: (theirs: Sending) => void
  onConnect: () => void
  /** The connection broke and the server has not given a reason. */
  onBreak: () => void
}

interface Pair {
  use: (stream: MediaStream | undefined) => void
  reportSending: (sending: Sending) => void
  /** Undefined without a connection. */
  transfer: () => Promise<Transfer | undefined>
  part: () => void
}

const patienceMs = 15_000
/** How long the client waits for the server to give the reason of a broken connection, before it tries again. */
const breathMs = 700
const mostEarly = 100

/** The direct connection. It is created anew each time the server reports that both participants are present. */
export function createPair({ socket, iceServers, onStream, onSending, onConnect, onBreak, ...own }: PairOptions): Pair {
  let { stream, sending } = own
  let peer: Peer.Instance | undefined
  let sentTracks: SentTracks | undefined
  let current = 0
  const early: CallSignal[] = []
  let waiting: ReturnType<typeof setTimeout> | undefined

  function begin({ call, offers }: CallMet): void {
    if (call <= current) return
    part()
    current = call
    const mine = (peer = new Peer({ initiator: offers, stream, config: { iceServers } }))
    sentTracks = createSentTracks(mine)
    const broken = () => {
      if (peer !== mine) return
      part()
      waiting = setTimeout(onBreak, breathMs)
    }
    waiting = setTimeout(broken, patienceMs)
    mine.on('signal', (signal) => socket.emit('signal', { call, signal }))
    mine.on('stream', (theirs) => onStream(theirs))
    mine.on('data', (message) => hearSending(String(message), onSending))
    mine.on('connect', () => {
      clearTimeout(waiting)
      reportSending(sending)
      onConnect()
    })
    mine.on('error', broken).on('close', broken)
    for (const each of early.splice(0)) hear(each)
  }

  /** With several server processes, a signal of the peer may arrive before `met`; it is queued until then. */
  function hear(message: CallSignal): void {
    if (message.call > current && early.length < mostEarly) early.push(message)
    if (message.call === current) peer?.signal(message.signal as unknown as Peer.SignalData) // made by the peer's simple-peer
  }

  function reportSending(now: Sending): void {
    sending = now
    if (peer?.connected) peer.send(JSON.stringify(now))
  }

  function use(next: MediaStream | undefined): void {
    stream = next
    const mine = peer
    void sentTracks?.take(next).then((taken) => !taken && mine === peer && socket.emit('again'))
  }

  function part(): void {
    clearTimeout(waiting)
    const before = peer
    peer = sentTracks = undefined
    before?.destroy()
    onStream(undefined)
  }
  socket.on('met', begin)
  socket.on('signal', hear)
  const transfer = async () => {
    const report =
      peer &&
      (await connectionOf(peer)
        ?.getStats()
        .catch(() => undefined))
    return report && transferIn(reportsIn(report))
  }
  return { use, reportSending, transfer, part }
}

function hearSending(text: string, hear: (theirs: Sending) => void): void {
  const theirs = sendingIn(text)
  if (theirs) hear(theirs)
}

function connectionOf(peer: Peer.Instance): RTCPeerConnection | undefined {
  return (peer as unknown as { _pc?: RTCPeerConnection })._pc // not in its types; absent once destroyed
}

function reportsIn(report: RTCStatsReport): Record<string, unknown>[] {
  const reports: Record<string, unknown>[] = []
  report.forEach((each: Record<string, unknown>) => reports.push(each)) // its members depend on their type
  return reports
}

interface SentTracks {
  /** False if the connection cannot send the new tracks, so that a new connection is needed. */
  take: (stream: MediaStream | undefined) => Promise<boolean>
}

/** The tracks that a connection sends: another camera replaces the track while the call goes on. */
function createSentTracks(peer: Peer.Instance): SentTracks {
  // simple-peer does not report whether a track could be replaced.
  const senders = connectionOf(peer)?.getSenders() ?? []
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
  // A removed track ends by itself, so nothing has to be replaced.
  if (!track || place?.track === track) return true
  return (
    (await place?.replaceTrack(track).then(
      () => true,
      () => false,
    )) ?? false
  )
}
