import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { createMailOf } from '../../identity/mail-of.ts'
import { portalBase } from '../../identity/email-content.ts'
import { maskedEmail } from '../../identity/verification.rules.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { draftOwner, draftsTopic } from '../../practice/drafts/draft-actions.ts'
import { addDraft, takeDraft, type DraftRow } from '../../practice/drafts/drafts.store.ts'
import { FormKey, sendKey } from '../../practice/written-form.ts'
import type { VisitRecordPicker } from '../../practice/visit-record-picker.ts'
import { button, call, goTo, text } from '../../protocol/block-builders.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure, InvalidInput } from '../../protocol/failure.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { EmailAddress, Lines, OneLine } from '../../protocol/typed-values.ts'
import type { Services } from '../../services.ts'
import { attempt, deliverMail, type DeliveryServices } from './deliver-mail.ts'
import { mailFilePlace, mailTopic, type MailContent } from './mail-content.ts'
import { mailPaths } from './mail.paths.ts'
import {
  dayMs,
  domainsIn,
  fileNames,
  isAllowed,
  isDirectAddress,
  keptDays,
  keptMs,
  mostAddress,
  mostInDay,
  mostSubject,
  mostText,
  type Way,
} from './mail.rules.ts'
import { mailSettings } from './mail.settings.ts'
import { guardedWay, mailWays, recordsAttachable } from './mail-ways.ts'
import { tokenOf } from './secure-links.ts'
import { addLink } from './secure-mails.store.ts'
import {
  addMail,
  countWritten,
  forgetMail,
  isWarned,
  noteWarned,
  readMail,
  retryMail,
  settleMail,
  type MailFile,
  type MailRow,
} from './mails.store.ts'

export type SendServices = DeliveryServices & Pick<Services, 'jobs' | 'emrOf'>

/** A person writes by hand. */
const limit = { tries: 20, seconds: 3_600 } as const
/** The attempt of the request comes first; it ends sooner than this. */
const firstRetry = { seconds: 60 } as const
/** How long a person waits for the mail server: for a mail without files, and more for every megabyte. */
const waitMs = { least: 6_000, perMegabyte: 1_000 } as const

const Address = EmailAddress(mostAddress)
const Written = {
  to: Address,
  subject: OneLine(mostSubject),
  message: Lines(mostText),
  records: Type.Optional(Type.String({ maxLength: 400 })),
  draft: FormKey,
}
const codes = {
  '/to': { required: 'mail.address', pattern: 'mail.address', maxLength: 'mail.addressLong' },
  '/message': { required: 'mail.text', pattern: 'mail.text', maxLength: 'mail.textLong' },
  '/subject': { required: 'mail.subject', pattern: 'mail.subjectLine', maxLength: 'mail.subjectLong' },
}

const directCodes = {
  '/to': { required: 'mail.directAddress', pattern: 'mail.directAddress', maxLength: 'mail.addressLong' },
  '/message': { required: 'mail.directText', pattern: 'mail.directText', maxLength: 'mail.textLong' },
  '/subject': { required: 'mail.directSubject', pattern: 'mail.subjectLine', maxLength: 'mail.subjectLong' },
}

interface Sent {
  to: string
  subject: string
  message: string
  records?: string
  draft: string
}

const input = closed(Written)
const common = {
  repeatable: true, // its id keeps a mail from being sent twice, and a stored response could contain the text
  input,
  codes,
} as const

/** Sends a secure mail: it stays here, and its reader gets a link (specification 2 §2.16, §5). */
export function sendSecurely(services: SendServices, picker: VisitRecordPicker): ActionDefinition {
  return action({
    ...guardedWay('secure'),
    ...common,
    name: 'secureMail.send',
    about: 'Sent a secure email',
    run: async (context, typed) => {
      const files = await filesFor(context, picker, typed.records)
      // It may come from the warning of simple mail.
      return [{ type: 'close' }, ...(await sendNow(context, services, { way: 'secure', typed, files }))]
    },
  })
}

/** Sends a Direct mail, in words of its own (specification 2 §2.16, §5). */
export function sendDirectly(services: SendServices, picker: VisitRecordPicker): ActionDefinition {
  return action({
    ...guardedWay('direct'),
    ...common,
    codes: directCodes,
    name: 'directMail.send',
    about: 'Sent a Direct email',
    run: async (context, typed) => {
      if (!isDirectAddress(typed.to.trim())) throw new InvalidInput([{ pointer: '/to', code: 'mail.directDomain' }])
      const files = await filesFor(context, picker, typed.records)
      return sendNow(context, services, { way: 'direct', typed, files })
    },
  })
}

interface SimpleActions {
  send: ActionDefinition
  sendAnyway: ActionDefinition
}

/** Sends a mail to one address, as it was typed (specification 2 §2.16, §5). `securely`: what its warning offers instead. */
export function sendSimple(
  services: SendServices,
  { picker, securely }: { picker: VisitRecordPicker; securely: ActionDefinition },
): SimpleActions {
  const { db } = services
  const sendAnyway = action({
    ...guardedWay('simple'),
    ...common,
    name: 'simpleMail.sendAnyway',
    about: 'Sent a simple email with records, after a warning',
    run: async (context, typed) => {
      const files = await filesFor(context, picker, typed.records)
      await noteWarned(db, actingPrincipal(context).accountId)
      return [{ type: 'close' }, ...(await sendNow(context, services, { way: 'simple', typed, files }))]
    },
  })
  const send = action({
    ...guardedWay('simple'),
    ...common,
    name: 'simpleMail.send',
    about: 'Sent a simple email',
    actions: [sendAnyway, securely],
    run: async (context, typed) => {
      const files = await filesFor(context, picker, typed.records)
      const isNew = files.length > 0 && !(await isWarned(db, actingPrincipal(context).accountId))
      if (!isNew) return sendNow(context, services, { way: 'simple', typed, files })
      refuseDomain(context, typed.to)
      return [warning(typed, { sendAnyway, securely: mailWays.secure.offered(context) ? securely : undefined })]
    },
  })
  return { send, sendAnyway }
}

/** Simple mail travels as on a postcard: its writer reads that once, before the first one with a record. */
function warning(
  typed: Sent,
  { sendAnyway, securely }: { sendAnyway: ActionDefinition; securely: ActionDefinition | undefined },
): Effect {
  return {
    type: 'open',
    dialog: {
      id: 'mail-unprotected',
      title: 'This email is not protected',
      closeLabel: 'Close',
      blocks: [
        text(
          'unprotected-text',
          'Simple email is like a postcard: others may read it, and the visit records attached to it, on its way.',
        ),
      ],
      actions: [
        ...(securely
          ? [
              button('send-securely', {
                text: 'Send securely instead',
                style: 'primary',
                do: call(securely, { ...typed }),
              }),
            ]
          : []),
        button('send-anyway', { text: 'Send anyway', do: call(sendAnyway, { ...typed }) }),
        button('not-now', { text: 'Back', do: { type: 'close' } }),
      ],
    },
  }
}

type AttachedFile = Omit<MailFile, 'content'> & { day: string; content: Buffer }

async function filesFor(
  context: ActionContext,
  picker: VisitRecordPicker,
  records: string | undefined,
): Promise<AttachedFile[]> {
  if (records === undefined || records === '') return []
  if (!recordsAttachable(context)) throw new Failure('visitRecords.unknown', { status: 404 })
  const read = await picker.read(context, records)
  const names = fileNames(read)
  return read.map(({ day, xml }, at) => ({
    day,
    name: names[at] ?? '',
    type: 'application/xml',
    content: xml,
  }))
}

interface NewMail {
  way: Way
  typed: Sent
  files: readonly AttachedFile[]
}

/**
 * Stores the mail with the job that sends it, in place of its draft, then tries at once. A mail that is refused is a draft
 * again.
 */
async function sendNow(context: ActionContext, services: SendServices, mail: NewMail): Promise<Effect[]> {
  const { db } = services
  const { way, typed } = mail
  const to = typed.to.trim()
  refuseDomain(context, to)
  const { row, isNew, begun } = await store(context, services, mail)
  context.trace.transmitted = { to: maskedEmail(to), status: 'waiting' }
  if (!isNew) return [answer({ isSent: await isSentOrWaits(services, row), to, way, id: row.id })]
  // Of a secure mail only the link travels.
  const bytes = way === 'secure' ? 0 : mail.files.reduce((sum, { content }) => sum + content.length, 0)
  const outcome = await attempt(services, row, waitMs.least + waitMs.perMegabyte * Math.ceil(bytes / 1_000_000))
  if (outcome === 'refused' || outcome === 'certificate') {
    await db.transaction(async (tx) => {
      await forgetMail(tx, row.id)
      if (begun) await addDraft(tx, begun)
    })
    context.trace.transmitted.status = 'refused'
    throw refusalOf(way, outcome)
  }
  if (outcome === 'sent') {
    context.trace.transmitted.status = 'sent'
    await db.transaction(async (tx) => {
      if (await settleMail(tx, { id: row.id, to: 'sent', at: context.now() })) await noteInTransaction(tx, context)
    })
  }
  context.publish([mailTopic(row), ...(begun ? [draftsTopic(begun)] : [])])
  return [answer({ isSent: outcome === 'sent', to, way, id: row.id })]
}

/** Specification 2 §5 has words for Direct mail that is not sent. */
function refusalOf(way: Way, outcome: 'refused' | 'certificate'): Failure {
  if (outcome === 'certificate') return new Failure('mail.directCertificate', { status: 422, pointer: '/to' })
  return way === 'direct'
    ? new Failure('mail.directFailed', { status: 502 })
    : new Failure('mail.refused', { status: 422, pointer: '/to' })
}

/** Throws the Failure `mail.domain`. */
function refuseDomain(context: ActionContext, to: string): void {
  if (!isAllowed(to.trim(), domainsIn(context.setting(mailSettings.Portal_Mail_Domains))))
    throw new Failure('mail.domain', { status: 422, pointer: '/to' })
}

/** Of a mail that is sent once more from the same form: true once it has left; one that had failed is tried again. */
async function isSentOrWaits(
  { db, jobs, now }: SendServices,
  { id, licenseeId, patientId }: MailRow,
): Promise<boolean> {
  const at = now()
  const since = new Date(at.getTime() - keptMs)
  await db.transaction(async (tx) => {
    if (await retryMail(tx, { licenseeId, patientId, id, at, since })) await jobs.add(tx, deliverMail, { id })
  })
  const state = (await readMail(db, id))?.state ?? 'waiting'
  return state !== 'waiting' && state !== 'failed'
}

async function store(
  context: ActionContext,
  services: SendServices,
  { way, typed, files }: NewMail,
): Promise<{ row: MailRow; isNew: boolean; begun?: DraftRow | undefined }> {
  const { db, jobs, encryption } = services
  const { accountId, patient } = actingPrincipal(context)
  const at = context.now()
  const owner = { licenseeId: context.licensee.id, patientId: patient.id, accountId, way }
  const content = await contentOf(context, services, { way, typed, files })
  const id = sendKey({
    by: accountId,
    draft: typed.draft,
    content: { ...owner, ...content, author: undefined, link: undefined },
  })
  const row = {
    ...owner,
    id,
    content: encryption.encrypt(JSON.stringify(content), ['external_mails.content', id]),
    writtenAt: at,
    expiresAt: way === 'secure' ? new Date(at.getTime() + keptMs) : null,
  }
  const known = await readMail(db, row.id)
  if (known) return { row: known, isNew: false }
  await context.takeTry(`mail:${accountId}`, limit)
  const sealed = files.map(({ name, type, content: bytes }, index) => ({
    name,
    type,
    content: encryption.encryptBytes(bytes, mailFilePlace(id, index)),
  }))
  const stored = await db.transaction(async (tx) => {
    if (!(await addMail(tx, { ...row, files: sealed }))) return { isNew: false }
    if (way === 'secure')
      await addLink(tx, { mailId: row.id, number: 1, token: tokenOf(services, { ...row, number: 1 }) })
    if ((await countWritten(tx, { by: accountId, since: new Date(at.getTime() - dayMs) })) > mostInDay)
      throw new Failure('mail.many', { status: 429 })
    await jobs.addLater(tx, deliverMail, { input: { id: row.id }, after: firstRetry })
    return { isNew: true, begun: await takeDraft(tx, { ...draftOwner(context), id: typed.draft }) }
  })
  return { row: { ...row, state: 'waiting', reason: null, changedAt: at, readAt: null }, ...stored }
}

async function contentOf(
  context: ActionContext,
  services: SendServices,
  { way, typed, files }: NewMail,
): Promise<MailContent> {
  const { accountId, kind, login, firstName, lastName, patient } = actingPrincipal(context)
  return {
    to: typed.to.trim(),
    subject: typed.subject.trim(),
    text: typed.message,
    author: {
      accountId,
      kind,
      login,
      name: `${firstName} ${lastName}`,
      patientName: `${patient.firstName} ${patient.lastName}`,
      event: context.trace.event ?? '',
    },
    ...(way === 'secure'
      ? { link: { practice: practiceName(context), origin: portalBase(context) } }
      : way === 'simple'
        ? { replyTo: await replyToOf(context, services) }
        : {}),
    ...(files.length === 0
      ? {}
      : { records: files.map(({ day, name, content }) => ({ day, name, bytes: content.length })) }),
  }
}

async function replyToOf(context: ActionContext, services: SendServices): Promise<string | undefined> {
  const ofPractice = context.setting(mailSettings.Portal_Mail_Reply_To).trim()
  return ofPractice || createMailOf(services, context.now)(context.licensee, actingPrincipal(context).accountId)
}

/** The confirmation; OK opens an empty form (specification 2 §4.4). */
function answer({ isSent, to, way, id }: { isSent: boolean; to: string; way: Way; id: string }): Effect {
  return {
    type: 'open',
    dialog: {
      id: 'mail-sent',
      title: isSent ? 'Email sent' : 'Your email is waiting',
      blocks: [text('mail-sent-text', isSent ? sentWords[way](to) : waitingWords(to))],
      actions: [
        button('mail-ok', { text: 'OK', style: 'primary', do: goTo(mailPaths[way]()) }),
        button('mail-see', { text: 'See this email', do: goTo(mailPaths.sent({ mail: id })) }),
      ],
    },
  }
}

const sentWords: Record<Way, (to: string) => string> = {
  direct: (to) => `Your email was sent to ${to}. You can see under Sent when it was delivered.`,
  simple: (to) => `Your email was sent to ${to}.`,
  secure: (to) =>
    `A link to your email was sent to ${to}. The email can be read for ${keptDays} days, and you can withdraw it until it is read.`,
}

const waitingWords = (to: string) =>
  `The mail server does not answer right now. Your email to ${to} is kept and will be sent as soon as it does. You can see it under Sent.`
