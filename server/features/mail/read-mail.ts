import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { InvalidCcda } from '../../ccda/ccda.ts'
import { ccdaPdf } from '../../ccda/open-ccda.ts'
import { advanceFlow, readFlow, type Flow } from '../../identity/flow.store.ts'
import { verificationFlow, type CodeContacts } from '../../identity/verification-flow.ts'
import { maskedEmail } from '../../identity/verification.rules.ts'
import { flowPlace } from '../../identity/verification.ts'
import { withDocument } from '../../practice/large-documents.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import type { Context } from '../../protocol/context.ts'
import {
  action,
  screen,
  type ActionContext,
  type ActionDefinition,
  type FileContent,
  type FileDefinition,
  type ScreenBody,
  type ScreenDefinition,
} from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import type { Services } from '../../services.ts'
import { mailFilePlace, mailTopic, openMail } from './mail-content.ts'
import { mailPaths } from './mail.paths.ts'
import { filesOf, type MailFile, type MailRow } from './mails.store.ts'
import { codeScreen, linkOverScreen, readScreen, startScreen, usedScreen } from './read-mail.screens.ts'
import { linkEmail, tokenOf } from './secure-links.ts'
import {
  addLink,
  hashOfToken,
  mailBehind,
  newestLink,
  noteRead,
  useLink,
  type SecureLink,
} from './secure-mails.store.ts'

type ReadServices = Pick<Services, 'db' | 'encryption' | 'outbox' | 'linkTokens'>

/** The reading of one mail in one browser: the steps `choose` and `code`, then `open`. */
interface Reading extends CodeContacts {
  mailId: string
  tokenHash: string
}

const purpose = 'mailRead'
const Token = Type.String({ pattern: '^[\\w-]{43}$' })
const OneLink = closed({ token: Token })
const codes = { '/token': { required: 'mail.linkOver', pattern: 'mail.linkOver' } }
const sends = { perAddress: 30 }
/** New links to one mail: none fills the mailbox of its reader. */
const newLinks = { tries: 5, seconds: 24 * 3_600 } as const

interface LinkedMail {
  row: MailRow
  link: SecureLink
}

export interface ReadParts {
  screen: ScreenDefinition
  actions: ActionDefinition[]
  files: FileDefinition[]
  codeSchema: ReturnType<typeof verificationFlow>['codeSchema']
}

/**
 * The page of the reader of a secure mail. The link alone opens nothing: a code goes to the address that the mail was
 * written to. Opening the page uses nothing up, because programs that check mail open links too.
 */
export function readMailPage(services: ReadServices): ReadParts {
  const { db, outbox, encryption } = services

  const linkedMail = (context: Context, token: string): Promise<LinkedMail | undefined> =>
    mailBehind(db, { licenseeId: context.licensee.id, tokenHash: hashOfToken(token) })

  const flowIn = (context: Context): Promise<Flow<Reading> | undefined> =>
    readFlow<Reading>(db, { ...flowPlace(context, purpose), at: context.now() })

  async function load(context: Context, token: string): Promise<ScreenBody> {
    const behind = await linkedMail(context, token)
    if (!behind) return linkOverScreen('unknown')
    const { row, link } = behind
    if (row.state === 'withdrawn') return linkOverScreen('withdrawn')
    if (isExpired(row, context)) return linkOverScreen('expired')
    const flow = await flowIn(context)
    if (flow?.subject.tokenHash === link.tokenHash) {
      const { timeZone } = context.licensee
      if (flow.step === 'open') return readScreen({ mail: openMail(services, row), token, timeZone })
      if (flow.step === 'code') return codeScreen(reading.entry(flow, context.now()))
    }
    const to = maskedEmail(openMail(services, row).content.to)
    if (!link.usedAt) return startScreen({ to, token, begin })
    const newest = await newestLink(db, row.id)
    const isNewSent = newest !== undefined && newest.number > link.number && newest.usedAt === null
    return usedScreen({ to, token, sendNewLink, isNewSent })
  }

  /** The screen of the flow, which knows the link only by its hash: the page keeps what it shows of it. */
  async function fresh(context: ActionContext): Promise<ScreenBody> {
    const flow = await flowIn(context)
    return flow?.step === 'code' ? codeScreen(reading.entry(flow, context.now())) : linkOverScreen('unknown')
  }

  const reading = verificationFlow<Reading>(services, {
    purpose,
    digits: 6,
    route: mailPaths.read.route,
    send: { name: 'secureMail.sendCode', about: 'Sends the code for a secure email', limit: sends },
    resend: { name: 'secureMail.resendCode', about: 'Sends another code for a secure email', limit: sends },
    ended: { name: 'secureMail.codeEnded', about: 'Closes the entry of a code whose time is over' },
    verify: {
      name: 'secureMail.verify',
      about: 'Opened a secure email',
      repeatable: true, // a right code is valid once
    },
    flowAt: async (context) => {
      const flow = await flowIn(context)
      if (!flow) throw over()
      context.trace.claimedIdentity = maskedEmail(flow.subject.contacts.email ?? '')
      return flow
    },
    isOver: over,
    person: ({ mailId }) => `mail:${mailId}`,
    toEntry: { type: 'refresh', what: 'screen' },
    fresh,
    verified: async (context, { subject }) => {
      const { mailId: id, tokenHash } = subject
      const behind = await mailBehind(db, { licenseeId: context.licensee.id, tokenHash })
      if (!behind) throw over()
      const { row } = behind
      const at = context.now()
      context.trace.patientId = row.patientId
      await db.transaction(async (tx) => {
        const isOpen = (await noteRead(tx, { id, at })) && (await useLink(tx, { tokenHash, at }))
        const move = { ...flowPlace(context, purpose), from: 'code', to: 'open', subject }
        if (!isOpen || !(await advanceFlow(tx, move))) throw over()
        await noteInTransaction(tx, context)
      })
      context.publish([mailTopic(row)])
      return [{ type: 'refresh', what: 'screen' }]
    },
  })

  const begin = action({
    name: 'secureMail.begin',
    about: 'Sends the code for a secure email',
    guard: anyone,
    ofAccount: true,
    repeatable: true, // its response sets a cookie that is not stored
    input: OneLink,
    codes,
    limit: sends,
    run: async (context, { token }) => {
      const { row, link } = await usable(context, token)
      if (link.usedAt) throw over()
      const { to } = openMail(services, row).content
      context.trace.claimedIdentity = maskedEmail(to)
      await reading.begin(context, { contacts: { email: to }, mailId: row.id, tokenHash: link.tokenHash })
      return [{ type: 'refresh', what: 'screen' }]
    },
  })

  const sendNewLink = action({
    name: 'secureMail.sendNewLink',
    about: 'Sends a new link to a secure email',
    guard: anyone,
    ofAccount: true,
    input: OneLink,
    codes,
    limit: sends,
    run: async (context, { token }) => {
      const { row, link } = await usable(context, token)
      if (!link.usedAt) throw over()
      await context.takeTry(`mailLink:${row.id}`, newLinks)
      const number = ((await newestLink(db, row.id)) ?? link).number + 1
      const { to } = openMail(services, row).content
      context.trace.transmitted = { to: maskedEmail(to), status: 'on its way' }
      await db.transaction(async (tx) => {
        const next = tokenOf(services, { ...row, number })
        if (!(await addLink(tx, { mailId: row.id, number, token: next })))
          throw new Failure('mail.newLinks', { status: 409 })
        await outbox.enqueue(tx, linkEmail(services, row, number))
      })
      return [
        { type: 'notify', tone: 'success', text: `A new link is on its way to ${maskedEmail(to)}.` },
        { type: 'refresh', what: 'screen' },
      ]
    },
  })

  /** Throws the Failure `mail.linkOver`. */
  async function usable(context: ActionContext, token: string): Promise<LinkedMail> {
    const behind = await linkedMail(context, token)
    if (!behind || behind.row.state === 'withdrawn' || isExpired(behind.row, context)) throw over()
    return behind
  }

  /** Returns a record that is attached to the mail which this browser has open. */
  async function recordIn(
    context: Context,
    { token = '', record = '' }: Record<string, string>,
  ): Promise<MailFile | undefined> {
    const [behind, flow] = await Promise.all([linkedMail(context, token), flowIn(context)])
    if (!behind || flow?.step !== 'open' || flow.subject.tokenHash !== behind.link.tokenHash) return undefined
    const { row } = behind
    if (row.state === 'withdrawn' || isExpired(row, context)) return undefined
    context.trace.patientId = row.patientId
    context.trace.claimedIdentity = maskedEmail(openMail(services, row).content.to)
    const file = (await filesOf(db, row.id))[Number(record) - 1]
    return (
      file && { ...file, content: encryption.decryptBytes(file.content, mailFilePlace(row.id, Number(record) - 1)) }
    )
  }

  const file = (
    kind: 'recordPdf' | 'recordXml',
    { about, content }: { about: string; content: (file: MailFile, context: Context) => Promise<FileContent> },
  ): FileDefinition => ({
    name: `secureMail.${kind}`,
    about,
    guard: anyone,
    kind: 'download',
    route: mailPaths[kind].route,
    load: (context, params) =>
      withDocument({
        load: () => recordIn(context, params),
        lengthOf: (record) => record?.content.length ?? 0,
        work: (record) => record && content(record, context),
        signal: context.client.gone,
      }),
  })

  return {
    screen: screen({
      route: mailPaths.read.route,
      about: 'A secure email, for the reader who got a link to it',
      guard: anyone, // the code is the proof
      actions: [begin, sendNewLink, reading.actions.resend, reading.actions.ended, reading.actions.verify],
      load: (context, { params: { token = '' } }) => load(context, token),
    }),
    actions: [begin, sendNewLink, reading.actions.resend, reading.actions.ended, reading.actions.verify],
    codeSchema: reading.codeSchema,
    files: [
      file('recordPdf', {
        about: 'Downloaded a visit record of a secure email',
        content: async ({ name, content }, context) => ({
          body: await pdfOf(content, context),
          type: 'application/pdf',
          name: name.replace(/\.xml$/, '.pdf'),
        }),
      }),
      file('recordXml', {
        about: 'Downloaded a visit record of a secure email, for other programs',
        content: async ({ name, type, content: body }) => ({ body, type, name }),
      }),
    ],
  }
}

const over = () => new Failure('mail.linkOver', { status: 409 })

const isExpired = ({ expiresAt }: MailRow, { now }: Pick<Context, 'now'>) => expiresAt === null || expiresAt <= now()

/** Throws the Failure `mail.unreadable`. */
async function pdfOf(xml: Buffer, { now, client }: Context): Promise<Buffer> {
  try {
    return await ccdaPdf({ xml, createdAt: now() }, client.gone)
  } catch (error) {
    if (error instanceof InvalidCcda) throw new Failure('mail.unreadable', { status: 422, cause: error })
    throw error
  }
}
