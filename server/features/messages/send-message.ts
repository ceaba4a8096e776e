import { FormKey, sendKey } from '../../practice/written-form.ts'
import Type from 'typebox'
import type { MessageAuthor } from '../../gateways/emr/messages/messages.ts'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { paths } from '../../practice/paths.ts'
import { button, goTo, text } from '../../protocol/block-builders.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { repliesAllowed } from '../../practice/offered.ts'
import { Lines, OneLine } from '../../protocol/typed-values.ts'
import type { Services } from '../../services.ts'
import {
  attempt,
  deliverOutgoing,
  mayStillSend,
  type OutgoingContent,
  type OutgoingServices,
} from './deliver-outgoing.ts'
import { About, messageAbout } from './message-about.ts'
import { draftOwner, draftsTopic } from '../../practice/drafts/draft-actions.ts'
import { addDraft, takeDraft } from '../../practice/drafts/drafts.store.ts'
import { namesOf } from './message-names.ts'
import { FormFiles, guarded, idsOf, type FormFile } from './message-form.ts'
import { filesOf, linkFiles } from './message-files.store.ts'
import { messagesTopic } from './message-topics.ts'
import { bodyHtml, mostBody, mostSubject, recipientOf, replySubject } from './messages.rules.ts'
import type { Recipient } from './messages.rules.ts'
import { isFinal, type UnsentReason } from './outgoing.rules.ts'
import { discardOutgoing, forgetOutgoing, keepOutgoing, readOutgoing, retryOutgoing } from './outgoing.store.ts'

/** Whether people can write to the office (specification 2 §4.4). */

const Body = Lines(mostBody)
const bodyCodes = { required: 'messages.body', pattern: 'messages.body', maxLength: 'messages.bodyLong' }
const filesCodes = { maxItems: 'messages.filesMany' }
const Subject = OneLine(mostSubject)
const Priority = Type.Optional(Type.Boolean())
/** A person writes to the office by hand. */
const limit = { tries: 30, seconds: 3600 } as const

/** The attempt of the request itself comes first. */
const firstRetry = { seconds: 10 } as const

export type SendServices = OutgoingServices & Pick<Services, 'uses' | 'jobs'>

export interface SendActions {
  send: ActionDefinition
  reply: ActionDefinition
  retry: ActionDefinition
  discard: ActionDefinition
}

/** Writing to the office, and answering it (specification 2 §2.7, §2.16, §4.4, §5). */
export function sendActions(services: SendServices): SendActions {
  const { db, emrOf, uses, jobs } = services
  const send = action({
    ...guarded,
    name: 'messages.send',
    about: 'Sent a message to the office',
    input: closed({
      subject: Subject,
      body: Body,
      recipient: Type.String({ pattern: '^[pg]\\d{1,15}$' }),
      isHigh: Priority,
      files: FormFiles,
      draft: FormKey,
      about: Type.Optional(About),
    }),
    codes: {
      '/files': filesCodes,
      '/subject': {
        required: 'messages.subject',
        maxLength: 'messages.subjectLong',
        pattern: 'messages.subjectLine',
      },
      '/body': bodyCodes,
      '/recipient': { required: 'messages.recipient', pattern: 'messages.recipient' },
    },
    run: async (context, { subject, body, recipient, isHigh, files, draft, about }) => {
      const emr = emrOf(context.licensee)
      await allow(context)
      const chosen = recipientOf(await emr.messageRecipients(), recipient)
      if (!chosen) throw new Failure('messages.recipientGone', { status: 422, pointer: '/recipient' })
      const reference = await messageAbout(context, { uses }, about)
      if (about !== undefined && !reference) throw new Failure('messages.aboutUnknown', { status: 404 })
      const content: OutgoingContent = {
        subject: subject.trim(),
        bodyHtml: bodyHtml(body),
        priority: isHigh ? 'high' : 'normal',
        author: authorOf(context),
        recipients: [chosen],
        ...(reference ? { reference: { kind: reference.refersTo, id: reference.id, label: reference.label } } : {}),
      }
      const reason = await sendNow(context, services, { draft, content, files })
      if (reason === 'gone') throw new Failure('messages.recipientGone', { status: 422, pointer: '/recipient' })
      return answerTo(context, { reason, to: [chosen], again: paths.compose() })
    },
  })
  const reply = action({
    ...guarded,
    name: 'messages.reply',
    about: 'Answered a message of the office',
    input: closed({
      message: Type.String({ maxLength: 20 }),
      body: Body,
      isHigh: Priority,
      files: FormFiles,
      draft: FormKey,
    }),
    codes: { '/body': bodyCodes, '/files': filesCodes },
    run: async (context, { message: messageId, body, isHigh, files, draft }) => {
      const emr = emrOf(context.licensee)
      await allow(context)
      const { patient } = actingPrincipal(context)
      const answered = await emr.message({ patientId: patient.id, messageId })
      if (!answered) throw new Failure('messages.unknown', { status: 404 })
      if (answered.replyTo.length === 0) throw new Failure('messages.noReply', { status: 409 })
      const content: OutgoingContent = {
        subject: replySubject(answered.subject),
        bodyHtml: bodyHtml(body),
        priority: isHigh ? 'high' : 'normal',
        author: authorOf(context),
        recipients: answered.replyTo,
        threadId: answered.threadId,
      }
      const reason = await sendNow(context, services, { draft, content, files })
      if (reason === 'gone') throw new Failure('messages.noReply', { status: 409 })
      return answerTo(context, { reason, to: answered.replyTo, again: paths.messages({ message: messageId }) })
    },
  })
  const retry = action({
    ...guarded,
    name: 'messages.retry',
    about: 'Tried again to send a message to the office',
    input: OutgoingInput,
    run: async (context, { message: id }) => {
      await allow(context)
      const patient = ownPatient(context)
      const failed = await readOutgoing(db, id)
      if (failed?.patientId === patient.patientId && !(await mayStillSend(services, failed)))
        throw new Failure('messages.writerEnded', { status: 409 })
      const isRetried = await db.transaction(async (tx) => {
        if (!(await retryOutgoing(tx, { ...patient, id }))) return false
        await jobs.addLater(tx, deliverOutgoing, { input: { id }, after: firstRetry })
        return true
      })
      if (!isRetried) throw new Failure('messages.unknown', { status: 404 })
      const row = await readOutgoing(db, id)
      const reason = row && (await attempt(services, row))
      context.publish([messagesTopic(patient)])
      return [
        retryNotice(reason),
        { type: 'navigate', to: paths.messages({ box: 'sent', ...(reason === undefined ? {} : { outgoing: id }) }) },
      ]
    },
  })
  const discard = action({
    ...guarded,
    name: 'messages.discard',
    about: 'Deleted a message that was not sent',
    input: OutgoingInput,
    run: async (context, { message: id }) => {
      const patient = ownPatient(context)
      if (!(await discardOutgoing(db, { ...patient, id }))) throw new Failure('messages.unknown', { status: 404 })
      context.publish([messagesTopic(patient)])
      return [
        { type: 'notify', tone: 'success', text: 'The message was deleted.' },
        { type: 'navigate', to: paths.messages({ box: 'sent' }) },
      ]
    },
  })
  return { send, reply, retry, discard }
}

function retryNotice(reason: UnsentReason | undefined): Effect {
  if (reason === undefined) return { type: 'notify', tone: 'success', text: 'Your message was sent.' }
  const text = isFinal(reason)
    ? 'Your message was not sent.'
    : 'Your message is not sent yet. It is tried again by itself.'
  return { type: 'notify', tone: isFinal(reason) ? 'error' : 'info', text }
}

const OutgoingInput = closed({ message: Type.String({ pattern: '^[0-9a-f]{40}$' }) })

function authorOf(context: ActionContext): MessageAuthor {
  const { accountId, firstName, lastName, kind } = actingPrincipal(context)
  return { id: String(accountId), name: `${firstName} ${lastName}`, isGuardian: kind === 'guardian' }
}

function ownPatient(context: ActionContext) {
  return { licenseeId: context.licensee.id, patientId: actingPrincipal(context).patient.id }
}

/**
 * Stores the message and the job that sends it, then tries at once. Returns why the record server does not have it yet;
 * undefined once it has. A message that it does not take is not kept: its writer still has it in the form.
 */
async function sendNow(
  context: ActionContext,
  services: SendServices,
  { draft, content: text, files: attached }: NewOutgoing,
): Promise<UnsentReason | undefined> {
  const { db, jobs, encryption } = services
  const { accountId } = actingPrincipal(context)
  const patient = ownPatient(context)
  const begunAs = { ...draftOwner(context), id: draft }
  const ids = idsOf(attached)
  const files = await filesOf(db, { ...begunAs, ids })
  if (files.length < ids.length) throw fileGone()
  const content = files.length > 0 ? { ...text, files } : text
  const id = sendKey({ by: accountId, draft, content: { ...patient, ...content } })
  const row = {
    ...patient,
    id,
    accountId,
    content: encryption.encrypt(JSON.stringify(content), ['outgoing_messages.content', id]),
    writtenAt: context.now(),
  }
  const begun = await db.transaction(async (tx) => {
    await keepOutgoing(tx, row)
    await jobs.addLater(tx, deliverOutgoing, { input: { id }, after: firstRetry })
    if ((await linkFiles(tx, { ...begunAs, ids, outgoing: id })) < ids.length) throw fileGone()
    return takeDraft(tx, begunAs)
  })
  const reason = await attempt(services, { ...row, state: 'sending', reason: null })
  if (reason !== undefined && isFinal(reason)) {
    await db.transaction(async (tx) => {
      await forgetOutgoing(tx, id)
      if (begun) await addDraft(tx, begun)
    })
  } else if (begun) context.publish([draftsTopic(begun)])
  if (reason === 'refused') throw new Failure('practice.nonsense', { status: 502 })
  return reason
}

interface NewOutgoing {
  /** The id of the form. */
  draft: string
  content: OutgoingContent
  files: readonly FormFile[] | undefined
}

const fileGone = () => new Failure('messages.fileGone', { status: 422, pointer: '/files' })

async function allow(context: ActionContext): Promise<void> {
  if (!repliesAllowed(context)) throw new Failure('messages.repliesOff', { status: 403 })
  const { accountId } = actingPrincipal(context)
  await context.takeTry(`messages:${accountId}`, limit)
}

interface Answer {
  reason: UnsentReason | undefined
  to: readonly Recipient[]
  /** Where OK leads. */
  again: string
}

/** The confirmation; OK opens the page anew (specification 2 §4.4). */
function answerTo(context: ActionContext, { reason, to, again }: Answer): Effect[] {
  context.publish([messagesTopic(ownPatient(context))])
  const names = namesOf(to)
  return [
    {
      type: 'open',
      dialog: {
        id: 'message-sent',
        title: reason === undefined ? 'Message sent' : 'Your message is waiting',
        blocks: [
          text(
            'sent-text',
            reason === undefined
              ? `Your message was sent to ${names}.`
              : `The practice’s system does not answer right now. Your message to ${names} is kept and will be sent as soon as it does. You can see it under Sent.`,
          ),
        ],
        actions: [
          button('sent-ok', { text: 'OK', style: 'primary', do: goTo(again) }),
          button('sent-list', { text: 'See sent messages', do: goTo(paths.messages({ box: 'sent' })) }),
        ],
      },
    },
  ]
}
