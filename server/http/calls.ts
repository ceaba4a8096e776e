import type { FastifyBaseLogger } from 'fastify'
import type { Namespace, RemoteSocket, Server, Socket, DefaultEventsMap } from 'socket.io'
import { Compile } from 'typebox/compile'
import { callsNamespace, CallSignal, type CallMet, type CallRefusal } from '../../schemas/calls.ts'
import type { CallPass, CallPasses } from './call-pass.ts'

/** Something that happened in a call, for whoever keeps a record of it. */
interface CallNews extends Pick<CallPass, 'licenseeId' | 'room' | 'role'> {
  what: 'entered' | 'left' | 'ended'
}

export interface CallAdmission {
  passes: CallPasses
  now: () => Date
  /** Resolves when it is kept; never rejects. */
  heard: (news: CallNews) => Promise<void>
  /** Whether the host has ended that call: a pass outlives it. */
  hasEnded: (call: Pick<CallPass, 'licenseeId' | 'room'>) => Promise<boolean>
}

interface Visitor {
  licenseeId: string
  sessionHash?: string
}

export interface CallsOptions extends CallAdmission {
  /** Whose connection it is; undefined on the host of no practice. */
  visitorOf: (socket: Socket) => Promise<Visitor | undefined>
  log: FastifyBaseLogger
}

/** What a socket of a call carries, in every process. */
interface Participant {
  pass: CallPass
  /** When it came. */
  at: number
}
type ParticipantSocket = Pick<RemoteSocket<DefaultEventsMap, unknown>, 'id' | 'data' | 'leave' | 'emit' | 'disconnect'>

const Signal = Compile(CallSignal)
const mostLetters = 32_000
/** Of one socket within ten seconds; finding a way takes some dozens. */
const most = { messages: 300, withinMs: 10_000 }
/** So that what was said last arrives first. */
const gracePeriodMs = 500

const participantOf = ({ data }: { data: unknown }): Participant => data as Participant // set when it was admitted
const placeOf = ({ licenseeId, room, role }: CallPass) => `${licenseeId}:${room}:${role}`
const across = (pass: CallPass): CallPass => ({ ...pass, role: pass.role === 'host' ? 'guest' : 'host' })

/**
 * Calls of two: passes on what one end says to the other end of the same room, and nothing else. Whoever has a pass
 * enters by connecting; the rooms are those of the socket server, so the two may be at different processes.
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
      // Whoever loses the connection tries again; whoever is told to go does not.
      socket.conn.close()
    })
  })
  return {
    endSession: (hash) => calls.in(`session:${hash}`).disconnectSockets(),
    close: () => void (state.closing = true),
  }
}

/** The pass, or why it does not admit. */
async function admit(
  socket: Socket,
  { passes, visitorOf, hasEnded, now }: CallsOptions,
): Promise<CallPass | CallRefusal> {
  const { pass: text } = socket.handshake.auth as { pass?: unknown } // whatever the client sent
  const pass = passes.read(text)
  const visitor = await visitorOf(socket)
  if (!pass || visitor?.licenseeId !== pass.licenseeId) return 'refused'
  if (pass.session !== undefined && visitor.sessionHash !== pass.session) return 'refused'
  const at = now().getTime()
  if (at < pass.notBefore) return 'early'
  return at < pass.until && !(await hasEnded(pass)) ? pass : 'over'
}

/** Of one person the later device stays, of two people in one place the earlier. */
async function enter(calls: Namespace, socket: Socket, options: CallsOptions): Promise<void> {
  const me = participantOf(socket)
  const { pass } = me
  await socket.join([placeOf(pass), ...(pass.session ? [`session:${pass.session}`] : [])])
  // Its session or the call may have ended between its admission and its place: then nobody ended this socket.
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

/** A visit that nobody came to is over when its pass is; two who talk go on. */
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

/** Tells both ends to begin, or the one that is there to wait. */
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
  const mayTalk = talk()
  const isIn = () => socket.rooms.has(placeOf(pass))
  socket.use(([, said], next) => {
    if (!mayTalk() || JSON.stringify(said ?? null).length > mostLetters) return void socket.disconnect()
    return isIn() ? next() : undefined
  })
  socket.on('signal', (said: unknown) => {
    if (Signal.Check(said)) calls.to(placeOf(across(pass))).emit('signal', said)
  })
  socket.on('again', () => void meet(calls, pass).catch(fail))
  socket.on('end', () => {
    if (pass.role !== 'host') return
    // First kept, then told: whoever hears of it asks the server what to show.
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

/** Only their own part is over: the other waits. */
async function part(
  calls: Namespace,
  { socket, pass, heard }: { socket: Socket; pass: CallPass; heard: CallAdmission['heard'] },
): Promise<void> {
  if ((await inPlace(calls, pass)).some(({ id }) => id !== socket.id)) return
  void heard({ ...pass, what: 'left' })
  calls.to(placeOf(across(pass))).emit('waiting')
}

/** Everybody of that role, at whichever process; while the others cannot be asked, those of this one. */
async function inPlace(calls: Namespace, pass: CallPass): Promise<ParticipantSocket[]> {
  const place = placeOf(pass)
  return calls
    .in(place)
    .fetchSockets()
    .catch(() => calls.local.in(place).fetchSockets())
}

/** Counts what one socket says. */
function talk(): () => boolean {
  let [since, said] = [Date.now(), 0]
  return () => {
    if (Date.now() - since > most.withinMs) [since, said] = [Date.now(), 0]
    said += 1
    return said <= most.messages
  }
}
