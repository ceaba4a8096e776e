import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'
import type { SMTPServerSession } from 'smtp-server'
import { DirectError } from '../../gateways/direct/direct.errors.ts'
import { folderSource } from '../../gateways/direct/folder-source.ts'
import { findCertificates } from '../../gateways/direct/find-certificates.ts'
import { writeMdn, type Disposition } from '../../gateways/direct/mdn.ts'
import { decryptAndVerify, signAndEncrypt } from '../../gateways/direct/smime.ts'
import { trustFolder } from '../../gateways/direct/trust-folder.ts'
import { createMail } from '../../gateways/mail/create-mail.ts'
import type { Faults } from '../control/faults.ts'
import { keepMessage } from '../mail/outbox.store.ts'
import { answer, closeServer, listen, openSmtpServer } from '../mail/smtp-server.ts'
import type { Sandbox } from '../practices.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Starts the HISP on a free port of this machine, until the sandbox is closed. Returns the port. */
    takeDirect(place: DirectPlace): Promise<number>
  }
}

interface DirectPlace {
  /** Its keys and certificates. */
  folder: string
  /** Returns the port on which the portal takes notifications. */
  notifyPort: () => number | undefined
}

/** What the HISP reports for an address, by its local part; `processed`, then `dispatched`, for every other one. */
const reports: Record<string, readonly Disposition[]> = {
  nobody: ['failed'],
  silent: [],
  slow: ['processed'],
}

/**
 * Adds a health information service provider with a test anchor: it takes Direct messages, decrypts and verifies them
 * as its users would, keeps what they read for `GET /outbox`, and answers with notifications.
 */
export function addHisp(
  app: FastifyInstance,
  { faults, ...sandbox }: Pick<Sandbox, 'db' | 'now'> & { faults: Faults },
): void {
  const closers: (() => Promise<unknown>)[] = []
  app.decorate('takeDirect', async (place) => {
    const hisp = openHisp(sandbox, { faults, place })
    closers.push(hisp.close)
    return hisp.listen()
  })
  app.addHook('onClose', async () => void (await Promise.all(closers.map((close) => close()))))
}

function openHisp({ db, now }: Pick<Sandbox, 'db' | 'now'>, { faults, place }: { faults: Faults; place: DirectPlace }) {
  const folder = trustFolder(place.folder)
  const answering = new Set<Promise<void>>()
  const server = openSmtpServer({
    faults,
    path: 'direct',
    take: (source, session) => take(source, session).catch(refuse),
  })

  async function take(source: Buffer, { envelope }: SMTPServerSession): Promise<void> {
    const { certificate, key } = await folder.own()
    const at = new Date(now())
    const keys = [{ certificate, key }]
    const { mime } = await decryptAndVerify(source, { keys, at, ...(await folder.trust()) })
    const message = mime.subarray(mime.indexOf('\r\n\r\n') + 4) // it is wrapped whole
    const { from, subject = '', text = '', html = '', messageId = '' } = await PostalMime.parse(message)
    const sender = `${from?.name ?? ''} <${from?.address ?? ''}>`
    for (const { address: to } of envelope.rcptTo) {
      const kept = { channel: 'mail', from: sender, to, subject, text, html, source: message, messageId } as const
      await keepMessage(db, { ...kept, receivedAt: now() })
      const reporting = report({ to, sender: from?.address ?? '', messageId })
      answering.add(reporting)
      void reporting.finally(() => answering.delete(reporting))
    }
  }

  /** Sends the notifications, one after the other; what the portal does not take is lost, as with a HISP that is down. */
  async function report({ to, sender, messageId }: { to: string; sender: string; messageId: string }): Promise<void> {
    const port = place.notifyPort()
    if (port === undefined) return
    const mail = createMail({ url: `smtp://127.0.0.1:${port}` })
    try {
      for (const disposition of reports[to.split('@', 1).join('').toLowerCase()] ??
        (['processed', 'dispatched'] as const)) {
        const id = randomUUID()
        const at = new Date(now())
        const mdn = writeMdn({
          originalMessageId: messageId,
          finalRecipient: to,
          disposition,
          text: `The message was ${disposition}.`,
          reportedBy: 'hisp.example; Sandbox',
        })
        const { certificates, trust, own } = folder
        const recipients = await findCertificates([folderSource(certificates)], {
          address: sender,
          at,
          ...(await trust()),
        })
        const encrypted = await signAndEncrypt(mdn, { signer: await own(), recipients })
        const head = `From: ${to}\r\nTo: ${sender}\r\nSubject: Notification\r\nMessage-ID: <${id}@hisp.example>\r\n`
        await mail.sendSource(Buffer.concat([Buffer.from(head), encrypted]), { id, from: to, to: sender })
      }
    } catch {
      // The portal is down, or its address is not one that has certificates here.
    } finally {
      mail.close()
    }
  }

  return {
    listen: () => listen(server, 0),
    close: async () => {
      await closeServer(server)
      await Promise.all(answering)
    },
  }
}

/** What cannot be decrypted and verified is refused for good, with the reason. */
function refuse(error: unknown): never {
  throw error instanceof DirectError ? answer(550, error.message) : error
}
