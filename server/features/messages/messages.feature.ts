import Type from 'typebox'
import { messageSettings } from '../../practice/message.settings.ts'
import { closed } from '../../../schemas/base.ts'
import { openDocument } from '../../practice/document-files.ts'
import { accountSections, patientDisabled } from '../../practice/extension-points.ts'
import { markedLater, markOpened } from '../../practice/mark-opened.ts'
import { messageParts, messageWays, readMessagesFrame, sentToOthers } from '../../practice/message-parts.ts'
import { paths } from '../../practice/paths.ts'
import { messagePaths } from './messages.paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { action, feature, screen, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { lastPageOf, pageParameters, pageRequestOf } from '../../protocol/paging.ts'
import { actingPrincipal, isViewer } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { attachFile } from './attach-file.ts'
import { contentOf, deliverOutgoing } from './deliver-outgoing.ts'
import { allDrafts, countAllDrafts, draftOwner, momentOf } from '../../practice/drafts/draft-actions.ts'
import { deleteDraftsOf, draftAnswering } from '../../practice/drafts/drafts.store.ts'
import { listedDrafts } from '../../practice/drafts/drafts.blocks.ts'
import { listedMessageDrafts, messageDrafts } from './message-drafts.ts'
import { forgetFiles } from './forget-files.ts'
import { markRead } from './mark-read.ts'
import { messageAbout } from './message-about.ts'
import { guarded, messagesOffered } from './message-form.ts'
import { filePlace, deleteFilesOf, fileToSend } from './message-files.store.ts'
import { noticeMessages, type NoticeServices } from './message-notices.ts'
import { messagesTopic } from './message-topics.ts'
import { noticeSection } from './notice-section.ts'
import { messagesMessages } from './messages.messages.ts'
import { boxOf, sizes } from './messages.rules.ts'
import {
  composeScreen,
  draftsScreen,
  lostReplyScreen,
  messagesScreen,
  replyScreen,
  type ListPlace,
} from './messages.screens.ts'
import { countFailed, outgoingOf } from './outgoing.store.ts'
import { stopNotices } from './stop-notices.ts'
import { sendActions, type SendServices } from './send-message.ts'
import { watchMessages } from './watch-messages.ts'

const Text = Type.Optional(Type.String({ maxLength: 100 }))
const ListQuery = closed({ ...pageParameters, box: Text, q: Text, message: Text, outgoing: Text })
const DraftQuery = { draft: Text, form: Text }
const ReplyQuery = closed({ message: Text, ...DraftQuery })
const part = { id: 'messages', label: 'Messages', icon: 'message', ...guarded } as const

type MessagesServices = NoticeServices & SendServices & Pick<Services, 'receiveFile'>

/** The live connection does not report a person's own actions. */
const shellCounts = { type: 'refresh', what: 'shell' } as const

/** Messages between the patient and the office (specification 2 §2.7, §4.4). */
export const messages = feature('messages', (services: MessagesServices) => {
  const { emrOf, db, uses } = services
  const { send, reply, retry, discard } = sendActions(services)
  const begun = messageDrafts(services)
  const countDrafts = (context: Context) => countAllDrafts(services, context, uses(listedDrafts))
  const attach = attachFile(services)
  const notices = noticeSection(services)
  const link = stopNotices(services)

  const patientOf = (context: Context) => {
    const { patient } = actingPrincipal(context)
    context.dependsOn(messagesTopic({ licenseeId: context.licensee.id, patientId: patient.id }))
    return patient.id
  }
  const unreadOf = (context: Context) => emrOf(context.licensee).unreadMessages(patientOf(context))

  const open = action({
    ...guarded,
    name: 'messages.open',
    about: 'Read a message',
    forViewers: true,
    input: closed({
      message: Type.String({ maxLength: 20 }),
      to: Type.String({ maxLength: 500, pattern: `^${paths.messages.route}(\\?[^\\s]*)?$` }),
    }),
    run: async (context, { message: messageId, to }) => {
      context.trace.document = { id: messageId }
      const { patient } = actingPrincipal(context)
      const emr = emrOf(context.licensee)
      const thread = await emr.messageThread({ patientId: patient.id, messageId })
      if (!thread) throw new Failure('messages.unknown', { status: 404 })
      const isMarked = !isViewer(context.principal)
      const unread = thread.messages.filter(({ isRead }) => isMarked && !isRead).map(({ id }) => id)
      if (unread.length === 0) return [{ type: 'navigate', to }]
      const opened = { licenseeId: context.licensee.id, patientId: patient.id, messageIds: unread }
      const marked = await markOpened({
        mark: () => emr.markMessagesRead(opened),
        markLater: () => services.jobs.add(db, markRead, opened),
      })
      if (!marked) return [{ type: 'navigate', to }, markedLater]
      context.publish([messagesTopic(opened)])
      return [shellCounts, { type: 'navigate', to }]
    },
  })

  async function load(context: Context, place: ListPlace) {
    const patientId = patientOf(context)
    const emr = emrOf(context.licensee)
    const ask = (page: number) =>
      emr.messagesOf(patientId, { box: place.box, page, size: place.size, search: place.search || undefined })
    const patient = { licenseeId: context.licensee.id, patientId }
    // Before the record: what it takes in between is in both, never in neither.
    const outgoing = place.box === 'sent' ? await outgoingOf(db, patient) : []
    const isWhole = place.box === 'sent' && place.page === 1 && place.search === ''
    const [draftCount, toOthers, first, thread] = await Promise.all([
      countDrafts(context),
      isWhole ? Promise.all(uses(sentToOthers).map((each) => each(context))) : [],
      ask(place.page),
      place.message === undefined ? undefined : emr.messageThread({ patientId, messageId: place.message }),
    ])
    if (place.message !== undefined && !thread) throw new Failure('messages.unknown', { status: 404 })
    const page = Math.min(place.page, lastPageOf(first.total, place.size))
    return messagesScreen({
      frame: await readMessagesFrame(context, uses, { inbox: first.unread, drafts: draftCount }),
      place: { ...place, page },
      page: page === place.page ? first : await ask(page),
      thread,
      toOthers: toOthers.flat(),
      reader: actingPrincipal(context),
      outgoing: outgoing.map((row) => ({ ...row, content: contentOf(services, row) })),
      actions: { open, retry, discard },
      timeZone: context.licensee.timeZone,
    })
  }

  async function loadDrafts(context: Context) {
    const ways = uses(listedDrafts)
    const all = await allDrafts(services, context, ways)
    const frame = await readMessagesFrame(context, uses, { drafts: all.length })
    return draftsScreen({ all, ways, frame, ...momentOf(context) })
  }

  async function writing(
    context: Context,
    { send: action, ...query }: { draft: string | undefined; form: string | undefined; send: ActionDefinition },
  ) {
    const [frame, shown] = await Promise.all([readMessagesFrame(context, uses), begun.open(context, query)])
    return { ...shown, frame, actions: { ...shown.actions, send: action, attach } }
  }

  return {
    settings: Object.values(messageSettings),
    messages: messagesMessages,
    actions: [send, reply, retry, discard, begun.save, begun.remove, open, notices.choose, link.stop],
    uploads: [attach],
    jobs: [
      markRead.using(services),
      noticeMessages.using(services),
      watchMessages.using({ ...services, places: new Map() }),
      deliverOutgoing.using(services),
      forgetFiles.using(services),
    ],
    extends: [
      messageParts.add({
        id: 'inbox',
        label: 'Inbox',
        to: paths.messages(),
        count: unreadOf,
        counted: 'unread',
      }),
      messageParts.add({ id: 'sent', label: 'Sent', to: paths.messages({ box: 'sent' }) }),
      messageParts.add({
        id: 'drafts',
        label: 'Drafts',
        to: paths.messages({ box: 'drafts' }),
        count: countDrafts,
        counted: 'not sent',
      }),
      messageWays.add({
        id: 'office',
        label: 'To Office',
        text: 'To a physician or a group of your practice.',
        to: paths.compose(),
        isExternal: false,
        offered: messagesOffered,
      }),
      listedDrafts.add(listedMessageDrafts),
      accountSections.add(notices.section),
      patientDisabled.add(async (tx, disabled) => {
        await deleteDraftsOf(tx, disabled)
        await deleteFilesOf(tx, disabled)
      }),
    ],
    menu: [
      {
        menu: 'main',
        ...part,
        do: goTo(paths.messages()),
        count: async (context) => {
          const unread = await unreadOf(context)
          return unread === 0 ? undefined : { value: unread, words: `${unread} unread` }
        },
      },
    ],
    cards: [
      { kind: 'tile', ...part, text: 'Write to the office and read its answers.', to: paths.messages() },
      {
        kind: 'toDo',
        ...part,
        id: 'unread-messages',
        to: paths.messages(),
        load: async (context) => {
          const unread = await unreadOf(context)
          return unread === 0 ? undefined : { text: unread === 1 ? '1 unread message' : `${unread} unread messages` }
        },
      },
      {
        kind: 'toDo',
        ...part,
        id: 'unsent-messages',
        to: paths.messages({ box: 'sent' }),
        load: async (context) => {
          const unsent = await countFailed(db, { licenseeId: context.licensee.id, patientId: patientOf(context) })
          if (unsent === 0) return undefined
          return { text: unsent === 1 ? '1 message was not sent' : `${unsent} messages were not sent` }
        },
      },
    ],
    landingTiles: [{ ...part, text: 'Write to the office.', to: paths.messages() }],
    screens: [
      link.page,
      screen({
        ...guarded,
        route: paths.messages.route,
        aliases: ['/user/home/messages', '/user/home/Inbox', '/user/home/MessageMobileUI'],
        about: 'Messages',
        query: ListQuery,
        actions: [open, retry, discard],
        load: (context, { query: { box, q, message, outgoing, ...page } }) =>
          box === 'drafts'
            ? loadDrafts(context)
            : load(context, {
                ...pageRequestOf(page, sizes),
                box: boxOf(box),
                search: q?.trim() ?? '',
                message,
                outgoing,
              }),
      }),
      screen({
        ...guarded,
        route: paths.compose.route,
        under: paths.messages.route,
        about: 'New message to the office',
        title: part.label,
        query: closed({ about: Text, ...DraftQuery }),
        actions: [send, begun.save, begun.remove, attach],
        load: async (context, { query }) => {
          const [recipients, shown, about] = await Promise.all([
            emrOf(context.licensee).messageRecipients(),
            writing(context, { draft: query.draft, form: query.form, send }),
            messageAbout(context, services, query.about),
          ])
          if (query.about !== undefined && !about && !shown.draft)
            throw new Failure('messages.aboutUnknown', { status: 404 })
          if (shown.draft && shown.draft.replyTo !== null) throw new Failure('messages.draftUnknown', { status: 404 })
          return composeScreen({ ...shown, recipients, about })
        },
      }),
      screen({
        ...guarded,
        route: messagePaths.reply.route,
        under: paths.messages.route,
        about: 'Answer to a message',
        title: part.label,
        query: ReplyQuery,
        actions: [reply, begun.save, begun.remove, attach],
        load: async (context, { query: { message: messageId = '', draft, form } }) => {
          const { patient } = actingPrincipal(context)
          const message = await emrOf(context.licensee).message({ patientId: patient.id, messageId })
          const shown = await writing(context, {
            draft: draft ?? (await draftAnswering(db, { ...draftOwner(context), message: messageId }))?.id,
            form,
            send: reply,
          })
          if (shown.draft && shown.draft.replyTo !== messageId)
            throw new Failure('messages.draftUnknown', { status: 404 })
          if (!message || message.replyTo.length === 0) {
            if (shown.draft) return lostReplyScreen({ ...shown, draft: shown.draft, isGone: !message })
            if (!message) throw new Failure('messages.unknown', { status: 404 })
            throw new Failure('messages.noReply', { status: 409 })
          }
          return replyScreen({ ...shown, message, reader: actingPrincipal(context) })
        },
      }),
    ],
    files: [
      {
        ...guarded,
        name: 'messages.waitingAttachment',
        about: 'Downloaded an attachment of a message that is not sent yet',
        route: messagePaths.waitingAttachment.route,
        kind: 'download',
        load: async (context, { message = '', id = '' }) => {
          const { patient } = actingPrincipal(context)
          const of = { licenseeId: context.licensee.id, patientId: patient.id, outgoing: message, id }
          const file = await fileToSend(db, of)
          return (
            file && {
              body: services.encryption.decryptBytes(file.content, filePlace(file)),
              type: file.type,
              name: file.name,
            }
          )
        },
      },
      {
        ...guarded,
        name: 'messages.attachment',
        about: 'Downloaded an attachment of a message',
        route: messagePaths.attachment.route,
        kind: 'download',
        load: async (context, { message: messageId = '', id: attachmentId = '' }) => {
          const { patient } = actingPrincipal(context)
          const ref = { patientId: patient.id, messageId, attachmentId }
          const file = await openDocument(context, () => emrOf(context.licensee).messageAttachment(ref))
          return file && { body: file.content, type: file.attachment.type, name: file.attachment.name }
        },
      },
    ],
  }
})
