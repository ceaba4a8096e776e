import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { Server, type Socket } from 'socket.io'
import { Compile } from 'typebox/compile'
import { Drawn, Watch, type Ended } from '../../schemas/live.ts'
import type { Cipher } from '../encryption.ts'
import { licenseeOf, type Licensee } from '../licensees/licensee.ts'
import type { Hints, HintsListener, Published } from '../protocol/hints.ts'
import {
  adminTopic,
  isStaff,
  guestTopic,
  patientOf,
  patientTopic,
  topicNamed,
  topicOwner,
  type Principal,
} from '../protocol/principal.ts'
import { openCalls, type CallAdmission } from './calls.ts'
import { HintStream } from './hint-stream.ts'
import { isOriginOf, type HostOf } from './host.ts'
import { joinProcesses } from './live-redis.ts'
import { missedHints, type Watched } from './missed-hints.ts'
import { hashOfSession } from './session-store.ts'
import { sessionCookie } from './sessions.ts'

const WatchList = Compile(Watch)
const DrawnList = Compile(Drawn)

/** The routes whose answers can contain something that is drawn. */
const drawnAnswers = /^\/ui\/(shell|screens|regions|actions|uploads)\b/

export interface LiveOptions {
  licensees: readonly Licensee[]
  hostOf: HostOf
  /** Encrypts the positions in the sequence of hints that travel with content. */
  encryption: Cipher
  /** Without it, hints reach the sockets of this process only. */
  redis?: Redis
  /** Whether somebody may know that a topic of their patient, named without the patient, has changed. */
  mayHear: (principal: Principal, what: string) => boolean
  /** Admits to calls; without it, there are none. */
  calls?: CallAdmission
}

interface Visitor {
  licenseeId: string
  principal?: Principal
  sessionHash?: string
}

/** Live hints at `/ui/live` (protocol.md, Live): a socket receives the topics that it may watch, and nothing else. */
export function openLive(app: FastifyInstance, options: LiveOptions): Hints {
  const { hostOf, encryption, redis, mayHear, calls: admission } = options
  const io = new Server(app.server, {
    path: '/ui/live',
    serveClient: false,
    maxHttpBufferSize: 64_000,
    cookie: false,
    allowRequest: (request, done) => done(null, isOwnSite(request, hostOf)),
  })
  const listeners: HintsListener[] = []
  const hints = new HintStream({
    encryption,
    deliver: (hint) => {
      for (const part of partsOf(hint)) io.local.to(part.topics).emit('hint', part)
      const ofGuests = guestPart(hint)
      if (ofGuests) io.local.to(hint.topics.map(guestRoom)).emit('hint', ofGuests)
    },
    deliverAll: () => {
      for (const socket of io.sockets.sockets.values()) {
        const topics = watchedBy.get(socket)
        if (topics) socket.emit('hint', { topics })
      }
    },
    // Browsers that receive a hint reload at once, so the caches of this process are refreshed first.
    refresh: (hint) => Promise.allSettled(listeners.map(({ heard }) => heard(hint))),
    refreshAll: () => Promise.allSettled(listeners.map(({ missed }) => missed())),
  })
  const watchedBy = new WeakMap<Socket, string[]>()
  const leave = redis && joinProcesses(io, { redis, hints, log: app.log })
  app.addHook('onRequest', (request, reply, done) => {
    if (drawnAnswers.test(request.url)) void reply.header('x-as-of', hints.asOf())
    done()
  })
  io.use((socket, next) => {
    visitorOf(app, socket, options).then(
      (visitor) => {
        socket.data = visitor
        next(visitor ? undefined : new Error('unknown site'))
      },
      () => next(new Error('not now')),
    )
  })
  io.on('connection', (socket) => {
    watchTopics(socket, { hints, watchedBy, mayHear })
    void leaveIfEnded(app, socket, options)
  })
  const calls =
    admission && openCalls(io, { ...admission, visitorOf: (socket) => visitorOf(app, socket, options), log: app.log })
  app.addHook('preClose', () => {
    calls?.close()
    return io.close()
  })
  app.addHook('onClose', async () => leave?.())
  return {
    publish: (hint) => hints.publish(hint),
    asOf: () => hints.asOf(),
    listen: (listener) => void listeners.push(listener),
    endSession: (sessionHash, ended = {}) => {
      io.to(`session:${sessionHash}`).emit('ended', ended)
      calls?.endSession(sessionHash)
      io.in(`session:${sessionHash}`).disconnectSockets(true)
    },
  }
}

interface Watching extends Pick<LiveOptions, 'mayHear'> {
  hints: HintStream
  /** The topics of each socket, as its visitor calls them. */
  watchedBy: WeakMap<Socket, string[]>
}

function watchTopics(socket: Socket, { hints, watchedBy, mayHear }: Watching): void {
  const visitor = socket.data as Visitor // set when the socket was admitted
  const own = visitor.sessionHash ? [`session:${visitor.sessionHash}`] : []
  void socket.join(own)
  const isGuest = visitor.principal?.kind === 'guest'
  const roomOf = (topic: string) => (isGuest && guestTopic(topic) !== undefined ? guestRoom(topic) : topic)
  socket.on('watch', (names: unknown, drawn?: unknown) => {
    if (!WatchList.Check(names)) return
    const watched = names.map((name): Watched | undefined => {
      const topic = topicNamed(visitor.principal, name)
      return mayWatch(visitor, topic, mayHear) ? { topic, name, isNew: !socket.rooms.has(roomOf(topic)) } : undefined
    })
    const allowed = watched.filter((each) => each !== undefined)
    const rooms = new Set([socket.id, ...own, ...allowed.map(({ topic }) => roomOf(topic))])
    for (const room of socket.rooms) if (!rooms.has(room)) void socket.leave(room)
    void socket.join([...rooms])
    watchedBy.set(
      socket,
      allowed.map(({ name }) => name),
    )
    for (const hint of missedHints(hints, { watched, drawn: DrawnList.Check(drawn) ? drawn : [] }))
      socket.emit('hint', hint)
  })
}

/** Where the guests of a patient are notified of a topic of the patient, without the number of the record. */
function guestRoom(topic: string): string {
  return `guests:${topic}`
}

/** What guests hear of a hint; undefined if it is not about patients. */
function guestPart({ topics, ...rest }: Published): Published | undefined {
  const names = topics.flatMap((topic) => guestTopic(topic) ?? [])
  return names.length > 0 ? { topics: [...new Set(names)], ...rest } : undefined
}

/**
 * The session may have ended while its socket was admitted but not yet in a room; then the socket was not closed with
 * it.
 */
async function leaveIfEnded(app: FastifyInstance, socket: Socket, sites: Sites): Promise<void> {
  const { sessionHash } = socket.data as Visitor // set when the socket was admitted
  if (!sessionHash) return
  const now = await visitorOf(app, socket, sites).catch(() => undefined)
  if (now?.sessionHash === sessionHash) return
  socket.emit('ended', {} satisfies Ended)
  socket.disconnect(true)
}

/**
 * A hint must not reveal to other users of a practice whose account changed: the topics of each owner are sent
 * separately.
 */
function partsOf({ topics, ...rest }: Published): Published[] {
  const ownerOf = (topic: string) => topic.split('/', 1).join('')
  return [...new Set(topics.map(ownerOf))].map((owner) => ({
    topics: topics.filter((topic) => ownerOf(topic) === owner),
    ...rest,
  }))
}

/**
 * Allows the topics of the own practice, the own account and, as far as `mayHear` allows, the patient for whom the
 * account acts; to administrators those of all administrators of their practice.
 */
function mayWatch({ licenseeId, principal }: Visitor, topic: string, mayHear: LiveOptions['mayHear']): boolean {
  if (topic.startsWith(`licensee:${licenseeId}/`)) return true
  if (!principal) return false
  if (isStaff(principal) && topic.startsWith(adminTopic(licenseeId, ''))) return true
  if (topic.startsWith(`${topicOwner(principal)}/`)) return true
  const patient = patientOf(principal)
  const ofPatient = patient && patientTopic({ licenseeId, patientId: patient.id }, '')
  return ofPatient !== undefined && topic.startsWith(ofPatient) && mayHear(principal, topic.slice(ofPatient.length))
}

type Sites = Pick<LiveOptions, 'licensees' | 'hostOf'>

async function visitorOf(
  app: FastifyInstance,
  socket: Socket,
  { licensees, hostOf }: Sites,
): Promise<Visitor | undefined> {
  const licensee = licenseeOf(licensees, hostOf(socket.request))
  if (!licensee) return undefined
  const signed = app.parseCookie(socket.handshake.headers.cookie ?? '')[sessionCookie]
  if (!signed) return { licenseeId: licensee.id }
  const { session } = await sessionOf(app, signed)
  if (!session?.person || session.licenseeId !== licensee.id) return { licenseeId: licensee.id }
  return { licenseeId: licensee.id, principal: session.person, sessionHash: hashOfSession(session.sessionId) }
}

interface Holder {
  session?: FastifyRequest['session']
}

function sessionOf(app: FastifyInstance, signed: string): Promise<Holder> {
  const holder: Holder = {}
  return new Promise((resolve, reject) => {
    // The plugin reads a session into any object that stands in for the request.
    app.decryptSession(signed, holder as Record<string, unknown>, (error) =>
      error ? reject(error as Error) : resolve(holder),
    )
  })
}

/** Refuses sockets of other sites, which would send this site's cookie. */
function isOwnSite(request: IncomingMessage, hostOf: HostOf): boolean {
  const host = hostOf(request) // read in any case: later its peer may be unknown
  const { origin } = request.headers
  return origin === undefined || isOriginOf(origin, host)
}
