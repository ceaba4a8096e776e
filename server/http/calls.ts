import type { FastifyBaseLogger } from 'fastify'
import type { Namespace, RemoteSocket, Server, Socket, DefaultEventsMap } from 'socket.io'
import { Compile } from 'typebox/compile'
import { callsNamespace, CallSignal, type CallMet, type CallRefusal } from '../../schemas/calls.ts'
import type { CallPass, CallPasses } from './call-pass.ts'

/** Something that happened in a call, for listeners that record it. */
interface CallEvent extends Pick<CallPass, 'licenseeId' | 'room' | 'role' | 'about'> {
  what: 'entered' | 'left' | 'ended'
}

export interface CallAdmission {
  passes: CallPasses
  now: () => Date
  /** Resolves when the event is recorded; never rejects. */
  heard: (news: CallEvent) => Promise<void>
  /** Whether the host has ended that call: its passes are valid longer. */
  hasEnded: (call: Pick<CallPass, 'licenseeId' | 'room'>) => Promise<boolean>
}

interface Visitor {
  licenseeId: string
  sessionHash?: string
}

export interface CallsOptions extends CallAdmission {
  /** Who opened the connection; undefined for an unknown host. */
  visitorOf: (socket: Socket) => Promise<Visitor | undefined>
  log: FastifyBaseLogger
}

/** The data of a call's socket, available in every process. */
interface Participant {
  pass: CallPass
  /** When the socket connected. */
  at: number
}
type ParticipantSocket = Pick<RemoteSocket<DefaultEventsMap, unknown>, 'id' | 'data' | 'leave' | 'emit' | 'disconnect'>

const Signal = Compile(CallSignal)
const maxSignalCharacters = 32_000
/** The limit of one socket within ten seconds; connecting takes some dozens of messages. */
const most = { messages: 300, withinMs: 10_000 }
/** Delays closing, so that the last message arrives first. */
const gracePeriodMs = 500

const participantOf = ({ data }: { data: unknown }): Participant => data as Participant // set on admission
const placeOf = ({ licenseeId, room, role }: CallPass) => `${licenseeId}:${room}:${role}`
const across = (pass: CallPass): CallPass => ({ ...pass, role: pass.role === 'host' ? 'guest' : 'host' })

/**
 * Calls of two participants: relays the messages of one participant to the other one in the same room, and nothing
 * else. A client joins by connecting with a pass. Rooms belong to the socket server, so the two may be connected to
 * different processes.
 */
export function openCalls(io: Server, options: CallsOptions): { endSession(hash: string): void; close(): void } {
  const calls = io.of(callsNamespace)
  const state = { closing: false }
  calls.use((socket, next) => {
    admit(socket, options).then(
      (pass) => {
        if (typeof pass === 'string') return next(new Error(pass))
        socket.data = { pass, at: options.now().getTime() } satisfies Participant
        return next()
      },
      () => next(new Error('later')),
    )
  })
  calls.on('connection', (socket) => {
    const fail = (error: unknown) => options.log.error({ err: error }, 'a call could not be joined')
    listen(calls, socket, { ...options, fail, state })
    limitWaiting(calls, socket, { ...options, fail })
    enter(calls, socket, options).catch((error: unknown) => {
      fail(error)
      // A client that loses its connection reconnects; a client that is disconnected on purpose does not.
      socket.conn.close()
    })
  })
  return {
    endSession: (hash) => calls.in(`session:${hash}`).disconnectSockets(),
    close: () => void (state.closing = true),
  }
}

/** Returns the pass, or the reason why it does not admit. */
async function admit(
  socket: Socket,
  { passes, visitorOf, hasEnded, now }: CallsOptions,
): Promise<CallPass | CallRefusal> {
  const { pass: text } = socket.handshake.auth as { pass?: unknown } // any client input
  const pass = passes.read(text)
  const visitor = await visitorOf(socket)
  if (!pass || visitor?.licenseeId !== pass.licenseeId) return 'refused'
  if (pass.session !== undefined && visitor.sessionHash !== pass.session) return 'refused'
  const at = now().getTime()
  if (at < pass.notBefore) return 'early'
  return at < pass.until && !(await hasEnded(pass)) ? pass : 'over'
}

/** If one person connects twice, the later device stays; if two people take one role, the earlier one stays. */
async function enter(calls: Namespace, socket: Socket, options: CallsOptions): Promise<void> {
  const me = participantOf(socket)
  const { pass } = me
  await socket.join([placeOf(pass), ...(pass.session ? [`session:${pass.session}`] : [])])
  // The session or the call may have ended between admission and joining; then this socket was not closed with them.
  if (typeof (await admit(socket, options)) === 'string') {
    await socket.leave(placeOf(pass))
    return void socket.disconnect()
  }
  const peers = (await inPlace(calls, pass)).filter(({ id }) => id !== socket.id)
  const earlier = peers.filter((peer) => isEarlier({ ...participantOf(peer), id: peer.id }, { ...me, id: socket.id }))
  if (earlier.some((peer) => participantOf(peer).pass.who !== pass.who)) return dismiss(socket, { pass, word: 'full' })
  for (const peer of earlier) dismiss(peer, { pass, word: 'taken' })
  if (peers.length === 0) void options.heard({ ...pass, what: 'entered' })
  await meet(calls, pass)
}

/** An empty call ends when its pass expires; a call with both participants continues past it. */
function limitWaiting(calls: Namespace, socket: Socket, { now, fail }: Pick<CallListener, 'now' | 'fail'>): void {
  const { pass } = participantOf(socket)
  const end = async () => {
    if ((await inPlace(calls, across(pass))).length === 0) dismiss(socket, { pass, word: 'ended' })
  }
  const timer = setTimeout(() => void end().catch(fail), pass.until - now().getTime()).unref()
  socket.on('disconnect', () => clearTimeout(timer))
}

function isEarlier(one: { at: number; id: string }, other: { at: number; id: string }): boolean {
  return one.at === other.at ? one.id < other.id : one.at < other.at
}

function dismiss(
  socket: ParticipantSocket | Socket,
  { pass, word }: { pass: CallPass; word: 'full' | 'taken' | 'ended' },
): void {
  void socket.leave(placeOf(pass))
  socket.emit(word)
  setTimeout(() => socket.disconnect(), gracePeriodMs).unref()
}

/** Asks both participants to begin, or the only one to wait. */
async function meet(calls: Namespace, pass: CallPass): Promise<void> {
  const others = await inPlace(calls, across(pass))
  if (others.length === 0) return void calls.to(placeOf(pass)).emit('waiting')
  const call = Date.now()
  for (const end of [pass, across(pass)])
    calls.to(placeOf(end)).emit('met', { call, offers: end.role === 'host' } satisfies CallMet)
}

interface CallListener extends CallsOptions {
  fail: (error: unknown) => void
  state: { closing: boolean }
}

function listen(calls: Namespace, socket: Socket, { heard, fail, state }: CallListener): void {
  const { pass } = participantOf(socket)
  const maySend = messageLimiter()
  const isIn = () => socket.rooms.has(placeOf(pass))
  socket.use(([, message], next) => {
    if (!maySend() || JSON.stringify(message ?? null).length > maxSignalCharacters) return void socket.disconnect()
    return isIn() ? next() : undefined
  })
  socket.on('signal', (signal: unknown) => {
    if (Signal.Check(signal)) calls.to(placeOf(across(pass))).emit('signal', signal)
  })
  socket.on('again', () => void meet(calls, pass).catch(fail))
  socket.on('end', () => {
    if (pass.role !== 'host') return
    // Recorded first, then announced: clients that receive it ask the server what to show.
    void heard({ ...pass, what: 'ended' }).then(() => endCall(calls, pass))
  })
  socket.on('disconnecting', () => {
    if (!state.closing && isIn()) void part(calls, { socket, pass, heard }).catch(fail)
  })
}

function endCall(calls: Namespace, pass: CallPass): void {
  const places = [placeOf(pass), placeOf(across(pass))]
  calls.to(places).emit('ended')
  setTimeout(() => calls.in(places).disconnectSockets(), gracePeriodMs).unref()
}

/** Only this participant leaves: the other one waits. */
async function part(
  calls: Namespace,
  { socket, pass, heard }: { socket: Socket; pass: CallPass; heard: CallAdmission['heard'] },
): Promise<void> {
  if ((await inPlace(calls, pass)).some(({ id }) => id !== socket.id)) return
  void heard({ ...pass, what: 'left' })
  calls.to(placeOf(across(pass))).emit('waiting')
}

/** The sockets of that role in all processes; only those of this process while the others are unreachable. */
async function inPlace(calls: Namespace, pass: CallPass): Promise<ParticipantSocket[]> {
  const place = placeOf(pass)
  return calls
    .in(place)
    .fetchSockets()
    .catch(() => calls.local.in(place).fetchSockets())
}

/** Limits the messages of one socket. */
function messageLimiter(): () => boolean {
  let [since, count] = [performance.now(), 0]
  return () => {
    if (performance.now() - since > most.withinMs) [since, count] = [performance.now(), 0]
    count += 1
    return count <= most.messages
  }
}
