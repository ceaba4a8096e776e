import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Fault, Faults } from './faults.ts'
import { keepMessage } from './outbox.store.ts'
import type { Sandbox } from './practices.ts'

export interface SmtpStandIn {
  /** Begins to take mail on this machine; answers the port. */
  listen(port: number): Promise<number>
  close(): Promise<void>
}

/** A stand-in mail server: takes every mail, keeps it for `GET /outbox` and sends none on. */
export function createSmtp(sandbox: Pick<Sandbox, 'db' | 'now'>, faults: Faults): SmtpStandIn {
  const sockets = new Map<number, Socket>()
  // What spoils the mail that a session is about.
  const spoiled = new WeakMap<SMTPServerSession, Fault['kind']>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: 1_000_000,
    closeTimeout: 100,
    onConnect: (_session, done) => done(faults.isDown('smtp') ? answer(421, 'Not now') : null),
    onMailFrom: (_address, session, done) => {
      const fault = faults.take('smtp')
      if (fault) spoiled.set(session, fault.kind)
      else spoiled.delete(session)
      void spoilMail(fault).then(done)
    },
    onRcptTo: (_address, session, done) =>
      done(spoiled.get(session) === 'refuse' ? answer(550, 'No such mailbox') : null),
    onData: (stream, session, done) => {
      const isLost = spoiled.get(session) === 'lost'
      const settle = (error?: Error) => (isLost ? sockets.get(session.remotePort)?.destroy() : done(error))
      keepMail(sandbox, stream, session).then(() => settle(), settle)
    },
  })
  // Clients come and go, also in the middle of a word; what was not taken is theirs to repeat.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.once('close', () => sockets.delete(port))
  })
  return { listen: (port) => listen(server, port), close: () => new Promise((resolve) => server.close(resolve)) }
}

const answer = (responseCode: number, words: string): Error => Object.assign(new Error(words), { responseCode })

const never = new Promise<never>(() => undefined)

/** The answer to a mail that begins; nothing when it may go on. */
async function spoilMail(fault: Fault | undefined): Promise<Error | undefined> {
  if (fault?.kind === 'hang') return never
  if (fault?.kind === 'slow') await pause(fault.delayMs ?? 2000)
  if (fault?.kind === 'down') return answer(421, 'Not now')
  return fault?.kind === 'nonsense' ? answer(451, 'Perhaps') : undefined
}

async function keepMail(
  { db, now }: Pick<Sandbox, 'db' | 'now'>,
  stream: SMTPServerDataStream,
  { id, envelope }: SMTPServerSession,
): Promise<void> {
  const { from, subject = '', text = '', messageId = id } = await PostalMime.parse(await buffer(stream))
  const sender = from?.name ? `${from.name} <${from.address}>` : (from?.address ?? '')
  for (const { address: to } of envelope.rcptTo)
    await keepMessage(db, { channel: 'mail', from: sender, to, subject, text, receivedAt: now(), messageId })
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port)) // it listens on a port
  })
}
