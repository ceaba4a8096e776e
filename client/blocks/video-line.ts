import Peer from 'simple-peer'
import { io, type Socket } from 'socket.io-client'
import { callRefusals, callsNamespace, type CallMet, type CallRefusal, type CallSignal } from '../../schemas/calls.ts'
import type { BlockOf } from '../../schemas/blocks.ts'

export type LineState = 'connecting' | 'waiting' | 'connected' | 'reconnecting' | 'taken' | 'refused' | 'full' | 'ended'

export interface LineOptions {
  pass: string
  iceServers: BlockOf<'video'>['iceServers']
  /** The own picture and sound, if there is any. */
  stream?: MediaStream
  onState: (state: LineState) => void
  /** The picture and sound of the other; undefined when it has gone. */
  onStream: (stream: MediaStream | undefined) => void
}

export interface Line {
  /** Ends the call for the other too; the state says when it has ended. */
  end: () => void
  /** Leaves: only the own part is over. */
  close: () => void
}

const patienceMs = 15_000
/** So long after a connection broke the server may say why; then it is tried again. */
const breathMs = 700
const laterMs = 2000
const mostEarly = 100

/** The way to the other: told by the live socket, then directly between the two browsers. */
export function openLine({ pass, onState, ...media }: LineOptions): Line {
  const socket = io(callsNamespace, {
    path: '/ui/live',
    transports: ['websocket', 'polling'],
    reconnectionDelayMax: 5000,
    auth: { pass },
  })
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const pair = createPair({
    ...media,
    socket,
    onConnect: () => onState('connected'),
    onBreak: () => {
      if (!socket.connected) return
      onState('reconnecting')
      socket.emit('again')
    },
  })
  function finish(state: LineState): void {
    close()
    onState(state)
  }
  function close(): void {
    for (const timer of timers) clearTimeout(timer)
    socket.off().disconnect()
    pair.part()
  }
  socket.on('waiting', () => {
    pair.part()
    onState('waiting')
  })
  socket.on('taken', () => finish('taken'))
  socket.on('full', () => finish('full'))
  socket.on('ended', () => finish('ended'))
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') finish('refused')
    else onState('reconnecting')
  })
  socket.on('connect_error', ({ message }) => {
    if (isRefusal(message)) return finish(message === 'full' ? 'full' : 'refused')
    onState('reconnecting')
    // The socket tries by itself, unless it was the server that could not let it in just now.
    if (!socket.active) timers.add(setTimeout(() => socket.connect(), laterMs))
  })
  return { end: () => void socket.emit('end'), close }
}

function isRefusal(message: string): message is CallRefusal {
  return callRefusals.some((each) => each === message)
}

interface PairOptions extends Pick<LineOptions, 'iceServers' | 'stream' | 'onStream'> {
  socket: Socket
  onConnect: () => void
  /** The connection broke and the server has not said why. */
  onBreak: () => void
}

/** The direct connection: made anew each time the server says that both are there. */
function createPair({ socket, stream, iceServers, onStream, onConnect, onBreak }: PairOptions) {
  let peer: Peer.Instance | undefined
  let current = 0
  let early: CallSignal[] = []
  let waiting: ReturnType<typeof setTimeout> | undefined

  function begin({ call, offers }: CallMet): void {
    if (call <= current) return
    part()
    current = call
    const mine = (peer = new Peer({ initiator: offers, stream, config: { iceServers } }))
    const broken = () => {
      if (peer !== mine) return
      part()
      waiting = setTimeout(onBreak, breathMs)
    }
    waiting = setTimeout(broken, patienceMs)
    mine.on('signal', (signal) => socket.emit('signal', { call, signal }))
    mine.on('stream', (theirs) => onStream(theirs))
    mine.on('connect', () => {
      clearTimeout(waiting)
      onConnect()
    })
    mine.on('error', broken)
    mine.on('close', broken)
    const heard = early
    early = []
    for (const each of heard) hear(each)
  }

  /** From another process the words of the other may arrive before those of the server. */
  function hear(said: CallSignal): void {
    if (said.call > current && early.length < mostEarly) early.push(said)
    if (said.call === current) peer?.signal(said.signal as unknown as Peer.SignalData) // what the other peer made
  }

  function part(): void {
    clearTimeout(waiting)
    const before = peer
    peer = undefined
    before?.destroy()
    onStream(undefined)
  }
  socket.on('met', begin)
  socket.on('signal', hear)
  return { part }
}
