import { io } from 'socket.io-client'
import { callRefusals, callsNamespace, type CallRefusal } from '../../../schemas/calls.ts'
import { createPair, type PairOptions } from './video-pair.ts'
import type { Transfer } from './video-quality.ts'
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
  /** Replaces the own picture and sound. */
  use: (stream: MediaStream | undefined) => void
  /** Sends to the peer which of picture and sound are on. */
  reportSending: (sending: Sending) => void
  /** What was received so far; undefined without a connection. */
  transfer: () => Promise<Transfer | undefined>
  /** Ends the call for both participants; the state reports when it has ended. */
  end: () => void
  /** Leaves the call; the other participant stays. */
  close: () => void
}

const laterMs = 2000

/**
 * The connection to the other participant: signaling over the live socket, then media directly between the browsers.
 */
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
    // socket.io reconnects by itself, except when the server rejected the connection with an error.
    if (!socket.active) timers.add(setTimeout(() => socket.connect(), laterMs))
  })
  const { use, reportSending, transfer } = pair
  return { use, reportSending, transfer, end: () => void socket.emit('end'), close }
}

function isRefusal(message: string): message is CallRefusal {
  return callRefusals.some((each) => each === message)
}
