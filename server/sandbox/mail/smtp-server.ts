import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Fault, Faults } from '../control/faults.ts'
import { keepMessage } from './outbox.store.ts'
import type { Sandbox } from '../practices.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Starts to accept mail on this machine, until the sandbox is closed. Returns the port. */
    takeMail(port: number): Promise<number>
  }
}

/** Adds a mail server on its own port: it accepts every mail, keeps it for `GET /outbox` and forwards none. */
export function addMailServer(
  app: FastifyInstance,
  { faults, ...sandbox }: Pick<Sandbox, 'db' | 'now'> & { faults: Faults },
): void {
  const server = openSmtpServer({ faults, path: 'smtp', take: (source, session) => keepMail(sandbox, source, session) })
  app.decorate('takeMail', (port) => listen(server, port))
  app.addHook('onClose', () => closeServer(server))
}

export interface SmtpOptions {
  faults: Faults
  /** By which faults affect it. */
  path: string
  /** Takes a mail as it was sent. If it throws, the mail is refused: for now, or with the `responseCode` of the error. */
  take(source: Buffer, session: SMTPServerSession): Promise<void>
}

/** A mail server without encryption, for this machine. */
export function openSmtpServer({ faults, path, take }: SmtpOptions): SMTPServer {
  const sockets = new Map<number, Socket>()
  // The fault that affects the mail of a session.
  const faultKinds = new WeakMap<SMTPServerSession, Fault['kind']>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: 50_000_000,
    closeTimeout: 100,
    onConnect: (_session, done) => done(faults.isDown(path) ? answer(421, 'Not now') : null),
    onMailFrom: (_address, session, done) => {
      const fault = faults.take(path)
      if (fault) faultKinds.set(session, fault.kind)
      else faultKinds.delete(session)
      void refusalOf(fault).then(done)
    },
    onRcptTo: (_address, session, done) =>
      done(faultKinds.get(session) === 'refuse' ? answer(550, 'No such mailbox') : null),
    onData: (stream, session, done) => {
      const isLost = faultKinds.get(session) === 'lost'
      const settle = (error?: Error) => (isLost ? sockets.get(session.remotePort)?.destroy() : done(error))
      buffer(stream)
        .then((source) => take(source, session))
        .then(() => settle(), settle)
    },
  })
  // Clients may disconnect at any time; they repeat what was not accepted.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.once('close', () => sockets.delete(port))
  })
  return server
}

export const answer = (responseCode: number, words: string): Error => Object.assign(new Error(words), { responseCode })

const never = new Promise<never>(() => undefined)

/** Returns the error response to a new mail; undefined if it may continue. */
async function refusalOf(fault: Fault | undefined): Promise<Error | undefined> {
  if (fault?.kind === 'hang') return never
  if (fault?.kind === 'slow') await pause(fault.delayMs ?? 2000)
  if (fault?.kind === 'down') return answer(421, 'Not now')
  return fault?.kind === 'nonsense' ? answer(451, 'Perhaps') : undefined
}

async function keepMail(
  { db, now }: Pick<Sandbox, 'db' | 'now'>,
  source: Buffer,
  { id, envelope }: SMTPServerSession,
): Promise<void> {
  const mail = await PostalMime.parse(source)
  const { from, subject = '', text = '', messageId = id } = mail
  const replyTo = mail.replyTo?.[0]?.address ?? ''
  const html = withPictures(mail)
  const sender = from?.name ? `${from.name} <${from.address}>` : (from?.address ?? '')
  const kept = { channel: 'mail', from: sender, replyTo, subject, text, html, source, messageId } as const
  for (const { address: to } of envelope.rcptTo) await keepMessage(db, { ...kept, to, receivedAt: now() })
}

/** Puts the pictures that travel with a mail into its HTML, where the page of messages can show them. */
function withPictures({ html = '', attachments }: Email): string {
  return attachments.reduce((page, { contentId, mimeType, content }) => {
    if (!contentId || !mimeType.startsWith('image/') || typeof content === 'string') return page
    const cid = contentId.replace(/^<|>$/g, '')
    return page.replaceAll(
      `"cid:${cid}"`,
      `"data:${mimeType};base64,${Buffer.from(new Uint8Array(content)).toString('base64')}"`,
    )
  }, html)
}

export function closeServer(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

/** Returns the port. */
export function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port)) // the server listens on a port
  })
}
