import type { AddressInfo } from 'node:net'
import { finished } from 'node:stream/promises'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { isFor } from './certificates.ts'
import type { Notification } from './direct.ts'
import { DirectError } from './direct.errors.ts'
import { readMdn } from './mdn.ts'
import { decryptAndVerify } from './smime.ts'
import type { TrustFolder } from './trust-folder.ts'

interface ReceivingOptions {
  /** The only address that takes mail. */
  address: string
  folder: Pick<TrustFolder, 'own' | 'trust'>
  now: () => Date
  log: { warn(details: object, words: string): void }
  /** Called once or more often for each notification; if it throws, the server sends it again. */
  hear(notification: Notification): Promise<void>
}

export interface Receiving {
  /** Returns the port. */
  listen(place: { host: string; port: number }): Promise<number>
  close(): Promise<void>
}

const mostBytes = 1024 * 1024
/** A larger message is refused at its end; one that goes on until here is cut off. */
const endlessBytes = 10 * mostBytes
/** One HISP sends; a message takes seconds. With the bytes of each, this is what strangers can make the portal hold. */
const mostConnections = 20
const silentForMs = 60_000

/**
 * Takes the notifications of others from the server of the HISP. What is no notification, or is not signed by its
 * sender, is refused for good; a fault of this side for now.
 */
export function receiveNotifications(options: ReceivingOptions): Receiving {
  const { address, hear, log } = options
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: mostBytes,
    maxClients: mostConnections,
    socketTimeout: silentForMs,
    closeTimeout: 100,
    onRcptTo: ({ address: to }, _session, done) =>
      done(to.toLowerCase() === address.toLowerCase() ? null : response(550, 'No such mailbox')),
    onData: (stream, session, done) => {
      stream.on('data', () => stream.byteLength > endlessBytes && endConnection(session))
      take(stream).then(
        () => done(),
        (error: unknown) => {
          log.warn({ err: error }, 'a message to the Direct address was not taken')
          done(
            error instanceof DirectError && error.reason !== 'unreachable'
              ? response(550, 'Not a notification that can be read')
              : response(451, 'Not now'),
          )
        },
      )
    },
  })
  // Clients may disconnect at any time; they repeat what was not accepted.
  server.on('error', () => undefined)

  async function take(stream: SMTPServerDataStream): Promise<void> {
    await hear(await readNotification(await bytesOf(stream), options))
  }

  function endConnection({ id }: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.id === id) connection.close()
  }

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject)
        server.listen(port, host, () => resolve((server.server.address() as AddressInfo).port)) // the server listens on a port
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Reads a message. Throws a DirectError for one that is larger than the limit, of which nothing is kept. */
async function bytesOf(stream: SMTPServerDataStream): Promise<Buffer> {
  let parts: Buffer[] = []
  stream.on('data', (part: Buffer) => {
    if (stream.sizeExceeded) parts = []
    else parts.push(part)
  })
  await finished(stream)
  if (stream.sizeExceeded) throw new DirectError('unsupported', 'a message of this size')
  return Buffer.concat(parts)
}

/** Reads a notification that is encrypted to the own certificate. Throws a DirectError. */
async function readNotification(
  source: Buffer,
  { folder, now }: Pick<ReceivingOptions, 'folder' | 'now'>,
): Promise<Notification> {
  const { certificate, key } = await folder.own()
  const { mime, signer } = await decryptAndVerify(source, {
    keys: [{ certificate, key }],
    at: now(),
    ...(await folder.trust()),
  })
  const { from } = await PostalMime.parse(source)
  if (!from?.address || !isFor(signer, from.address)) throw new DirectError('foreign')
  const mdn = await readMdn(mime)
  if (!mdn) throw new DirectError('unsupported', 'no notification')
  return { ...mdn, from: from.address }
}

const response = (responseCode: number, words: string): Error => Object.assign(new Error(words), { responseCode })
