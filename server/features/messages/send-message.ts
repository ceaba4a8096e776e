import Type from 'typebox'
import { messageSettings } from './messages.settings.ts'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { partOffered } from '../../practice/offered.ts'
import { paths } from '../../practice/paths.ts'
import { button, goTo, text } from '../../protocol/block-builders.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Reads } from '../../protocol/trace.ts'
import { Lines, OneLine } from '../../protocol/typed-values.ts'
import type { Services } from '../../services.ts'
import { About, messageAbout } from './message-about.ts'
import { messagesTopic } from './message-notices.ts'
import { htmlOf, mostBody, mostSubject, recipientKey, recipientOf, replySubject, sendKey } from './messages.rules.ts'
import type { Recipient } from './messages.rules.ts'

export const messagesOffered = (reads: Reads) => partOffered(reads, 'messages')
export const guarded = {
  guard: patientsAndGuardians,
  offered: messagesOffered,
  off: { what: 'Messages', outcome: 'Nothing was sent.' },
} as const

/** Whether people can write to the office (specification 2 §4.4). */
export const repliesAllowed = (reads: Reads) => reads.setting(messageSettings.AllowPortalReplies)

const Draft = Type.String({ pattern: '^[0-9a-f-]{36}$' })
const Body = Lines(mostBody)
const bodyCodes = { required: 'messages.body', pattern: 'messages.body', maxLength: 'messages.bodyLong' }
const Subject = OneLine(mostSubject)
const Priority = Type.Optional(Type.Boolean())
/** A person writes to the office by hand. */
const limit = { tries: 30, seconds: 3600 } as const

export interface SendActions {
  send: ActionDefinition
  reply: ActionDefinition
}

/** Writing to the office, and answering it (specification 2 §2.7, §2.16, §4.4, §5). */
export function sendActions({ emrOf, uses }: Pick<Services, 'emrOf' | 'uses'>): SendActions {
  const send = action({
    ...guarded,
    name: 'messages.send',
    about: 'Sent a message to the office',
    input: closed({
      subject: Subject,
      body: Body,
      recipient: Type.String({ pattern: '^[pg]\\d{1,15}$' }),
      isHigh: Priority,
      draft: Draft,
      about: Type.Optional(About),
    }),
    codes: {
      '/subject': {
        required: 'messages.subject',
        maxLength: 'messages.subjectLong',
        pattern: 'messages.subjectLine',
      },
      '/body': bodyCodes,
      '/recipient': { required: 'messages.recipient', pattern: 'messages.recipient' },
    },
    run: async (context, { subject, body, recipient, isHigh, draft, about }) => {
      const emr = emrOf(context.licensee)
      await allow(context)
      const chosen = recipientOf(await emr.messageRecipients(), recipient)
      if (!chosen) throw new Failure('messages.recipientGone', { status: 422, pointer: '/recipient' })
      const reference = await messageAbout(context, { uses }, about)
      if (about !== undefined && !reference) throw new Failure('messages.aboutUnknown', { status: 404 })
      const sent = await emr.sendMessage({
        patientId: actingPrincipal(context).patient.id,
        key: sendKey({ draft, subject, body, recipients: [recipient] }),
        subject: subject.trim(),
        bodyHtml: htmlOf(body),
        priority: isHigh ? 'high' : 'normal',
        recipients: [chosen],
        ...(reference ? { reference: { kind: reference.kind, id: reference.id, label: reference.label } } : {}),
      })
      if (!sent) throw new Failure('messages.recipientGone', { status: 422, pointer: '/recipient' })
      return done(context, { to: [chosen], again: paths.compose() })
    },
  })
  const reply = action({
    ...guarded,
    name: 'messages.reply',
    about: 'Answered a message of the office',
    input: closed({ message: Type.String({ maxLength: 20 }), body: Body, isHigh: Priority, draft: Draft }),
    codes: { '/body': bodyCodes },
    run: async (context, { message: messageId, body, isHigh, draft }) => {
      const emr = emrOf(context.licensee)
      await allow(context)
      const { patient } = actingPrincipal(context)
      const answered = await emr.message({ patientId: patient.id, messageId })
      if (!answered) throw new Failure('messages.unknown', { status: 404 })
      if (answered.replyTo.length === 0) throw new Failure('messages.noReply', { status: 409 })
      const sent = await emr.sendMessage({
        patientId: patient.id,
        key: sendKey({ draft, subject: messageId, body, recipients: answered.replyTo.map(recipientKey) }),
        subject: replySubject(answered.subject),
        bodyHtml: htmlOf(body),
        priority: isHigh ? 'high' : 'normal',
        recipients: answered.replyTo,
        threadId: answered.threadId,
      })
      if (!sent) throw new Failure('messages.noReply', { status: 409 })
      return done(context, { to: answered.replyTo, again: paths.messages({ message: messageId }) })
    },
  })
  return { send, reply }
}

async function allow(context: ActionContext): Promise<void> {
  if (!repliesAllowed(context)) throw new Failure('messages.repliesOff', { status: 403 })
  const { accountId } = actingPrincipal(context)
  await context.takeTry(`messages:${accountId}`, limit)
}

/** The confirmation; OK opens the page anew (specification 2 §4.4). */
function done(context: ActionContext, { to, again }: { to: readonly Recipient[]; again: string }): Effect[] {
  const { patient } = actingPrincipal(context)
  context.publish([messagesTopic({ licenseeId: context.licensee.id, patientId: patient.id })])
  return [
    {
      type: 'open',
      dialog: {
        id: 'message-sent',
        title: 'Message sent',
        blocks: [text('sent-text', `Your message was sent to ${to.map(({ name }) => name).join(', ')}.`)],
        actions: [
          button('sent-ok', { text: 'OK', style: 'primary', do: goTo(again) }),
          button('sent-list', { text: 'See sent messages', do: goTo(paths.messages({ box: 'sent' })) }),
        ],
      },
    },
  ]
}
