import type { AddressInfo } from 'node:net'
import type { Database } from '../../server/db/open.ts'
import { withReadableWords } from '../../server/outbox/encrypted-words.ts'
import { testEncryption } from './encryption.ts'
import { outboxMessages } from '../../server/db/schema.ts'
import { openTransports, sandboxTransports, type Transports } from '../../server/open-transports.ts'
import type { Email, MailContent, Outbox, OutboxMessage } from '../../server/outbox/outbox.ts'
import type { Jobs } from '../../server/jobs/jobs.ts'
import { openJobs } from '../../server/jobs/open-jobs.ts'
import { deliverMessage, outboxJobs } from '../../server/outbox/deliver-message.ts'
import type { Sending } from '../../server/outbox/hand-over.ts'
import { openOutbox } from '../../server/outbox/open-outbox.ts'
import { buildSandbox } from '../../server/sandbox/sandbox.ts'
import { recipientKey } from '../../server/practice/patient-page.ts'
import { openTestDatabase } from './databases.ts'
import { runDueJobs } from './jobs.ts'
import type { Fault, SentMessage } from './portal.ts'

export interface TestOutbox {
  database: Database
  sending: Sending & { jobs: Jobs }
  outbox: Outbox
  jobs: Jobs
  /** How far the clock of the portal is ahead. */
  clock: { aheadMs: number }
  /** Every line of the log, as text. */
  logged: string[]
  /** Attempts all waiting messages at once. */
  tryAll(): Promise<void>
  /** Stops the jobs of this process, and starts them again. */
  pause(): Promise<void>
  resume(): Promise<void>
  rows(): Promise<(typeof outboxMessages.$inferSelect)[]>
  /** The messages that the sandbox received, newest first. */
  received(to?: string): Promise<SentMessage[]>
  fault(fault: Fault): Promise<void>
  heal(): Promise<void>
  close(): Promise<void>
}

/** An outbox on its own database, and a sandbox that receives its messages over real sockets. */
export async function openTestOutbox(options: Partial<Transports> = {}): Promise<TestOutbox> {
  const database = await openTestDatabase('portal')
  const records = await openTestDatabase('sandbox', { engine: 'pglite' })
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const sandbox = await buildSandbox({ database: records, now })
  const address = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  const { port: sandboxPort } = sandbox.server.address() as AddressInfo // a listening server has an address with a port
  const { mail, sms } = sandboxTransports({
    dataDir: '',
    sandboxPort,
    sandboxSmtpPort: await sandbox.takeMail(0),
    directPort: 0,
  })
  const { close, ...transports } = openTransports({}, { sandbox: { mail, sms } })
  const logged: string[] = []
  const note = (fields: object, words: string) => void logged.push(`${words} ${JSON.stringify(fields)}`)
  const log = { warn: note, error: note } as Sending['log'] // the outbox calls only these methods, in this form
  const practiceOf = () => ({
    name: 'Lakeside Dermatology',
    phone: { text: '(212) 555-0140', href: 'tel:+12125550140' },
    mark: 'LD',
    color: '#13607C',
  })
  const jobs = openJobs({ database, now, log: { info: note, warn: note, error: note } })
  const sending = {
    ...transports,
    ...options,
    db: database.db,
    encryption: testEncryption,
    now,
    log,
    practiceOf,
    recipientKeyOf: (recipient: string) => recipientKey(testEncryption, recipient),
    logoOf: async () => undefined,
    changed: () => undefined,
    jobs,
  }
  const start = () => jobs.start(outboxJobs(sending))
  let stop = await start()
  return {
    database,
    sending,
    outbox: openOutbox(sending),
    jobs,
    clock,
    logged,
    tryAll: () => runDueJobs({ database, jobs }, deliverMessage),
    pause: () => stop(),
    resume: async () => void (stop = await start()),
    rows: async () => {
      const rows = await database.db.select().from(outboxMessages)
      return rows.map((row) => ({ ...row, ...withReadableWords(testEncryption, row) }))
    },
    received: async (to) => {
      const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
      const answer = await fetch(`${address}/outbox${query}`, { headers: { accept: 'application/json' } })
      return answer.json() as Promise<SentMessage[]> // sent by the sandbox
    },
    fault: async (payload) => void (await sandbox.inject({ method: 'POST', url: '/sandbox/faults', payload })),
    heal: async () => void (await sandbox.inject({ method: 'DELETE', url: '/sandbox/faults' })),
    close: async () => {
      await stop()
      await close()
      await sandbox.close()
      await records.close()
      await database.close()
    },
  }
}

let messages = 0

/** A mail to a recipient that no other test uses. */
export function messageTo({
  content,
  ...options
}: Partial<Omit<Email, 'content' | 'channel'>> & { content?: Partial<MailContent> } = {}): Email {
  messages += 1
  return {
    licenseeId: 'lakeside',
    channel: 'mail',
    to: `reader.${messages}@example.org`,
    content: {
      subject: 'Your verification code',
      sentence: `Your code is ${100_000 + messages}.`,
      why: 'You asked for it.',
      ...content,
    },
    ...options,
  }
}

export function textTo(to: string, text = 'Your code is 4711.'): Extract<OutboxMessage, { channel: 'sms' }> {
  return { licenseeId: 'lakeside', channel: 'sms', to, text }
}
