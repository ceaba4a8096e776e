import { io } from 'socket.io-client'
import { callRefusals, callsNamespace, type CallRefusal } from '../../../schemas/calls.ts'
import { createPair, type PairOptions } from './video-pair.ts'
import type { Sending } from './video-sending.ts'

export type LineState =
  | 'connecting'
  | 'waiting'
  | 'left'
  | 'connected'
  | 'reconnecting'
  | 'taken'
  | 'refused'
  | 'full'
  | 'ended'

export interface LineOptions extends Pick<PairOptions, 'iceServers' | 'stream' | 'sending' | 'onStream' | 'onSending'> {
  pass: string
  onState: (state: LineState) => void
}

export interface Line {
  /** From now on another picture and sound of one's own. */
  use: (stream: MediaStream | undefined) => void
  /** Tells the other what there is to see and hear. */
  tell: (sending: Sending) => void
  /** Ends the call for the other too; the state says when it has ended. */
  end: () => void
  /** Leaves: only the own part is over. */
  close: () => void
}

const laterMs = 2000

/** The way to the other: told by the live socket, then directly between the two browsers. */
export function openLine({ pass, onState, ...media }: LineOptions): Line {
  const socket = io(callsNamespace, {
    path: '/ui/live',
    transports: ['websocket', 'polling'],
    reconnectionDelayMax: 5000,
    auth: { pass },
  })
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let met = false
  const pair = createPair({
    ...media,
    socket,
    onConnect: () => {
      met = true
      onState('connected')
    },
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
    onState(met ? 'left' : 'waiting')
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
  return { use: pair.use, tell: pair.tell, end: () => void socket.emit('end'), close }
}

function isRefusal(message: string): message is CallRefusal {
  return callRefusals.some((each) => each === message)
}
