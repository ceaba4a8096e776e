import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import { otherWays, readingPage, writingPage, type MessagesFrame } from '../../practice/message-parts.ts'
import { paths } from '../../practice/paths.ts'
import { messagePaths } from './messages.paths.ts'
import { button, call, form, goTo, text } from '../../protocol/block-builders.ts'
import { cleanHtml } from '../../protocol/clean-html.ts'
import type { ActionDefinition, Named, ScreenBody } from '../../protocol/definitions.ts'
import { pagingOf, type PageRequest } from '../../protocol/paging.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import type { Outgoing } from './deliver-outgoing.ts'
import { filesField } from './attach-file.ts'
import {
  draftBlocks,
  draftAutosave,
  draftState,
  formIn,
  type Draft,
  type ListedDrafts,
  type Moment,
  type WrittenDraft,
} from '../../practice/drafts/drafts.blocks.ts'
import { contentOfDraft } from './message-drafts.ts'
import { threadFiles } from './message-files.blocks.ts'
import { addressedTo, namesInRow, namesOf, writerName, type Reader } from './message-names.ts'
import type { MessageAbout } from './message-about.ts'
import { messagesMessages } from './messages.messages.ts'
import { recipientKey, recipientOf, replySubject, type Box, type Recipient } from './messages.rules.ts'
import { openOutgoing, outgoingList } from './outgoing.blocks.ts'

type Page = Awaited<ReturnType<Emr['messagesOf']>>
type Header = Page['messages'][number]
type Thread = NonNullable<Awaited<ReturnType<Emr['messageThread']>>>
type Message = Thread['messages'][number]

/** What stands in the address of the list. */
export interface ListPlace extends PageRequest {
  box: Box
  search: string
  /** The id of the open message. */
  message: string | undefined
  /** The id of the open message that the record server does not have yet. */
  outgoing: string | undefined
}

const titles = { inbox: 'Inbox', sent: 'Sent' } as const
/** Specification 2 §2.7. */
const emptyTexts = {
  inbox: 'When you receive messages, they will be shown here.',
  sent: 'When you send messages, you will be able to view them here.',
} as const

/** The address of a list, with what is not usual in it. */
function listAddress({ box, page, size, sizes, search, message }: ListPlace): string {
  return paths.messages({
    box: box === 'sent' ? box : undefined,
    page: page > 1 ? page : undefined,
    size: size === sizes[0] ? undefined : size,
    q: search,
    message,
  })
}

interface MessagesScreen {
  frame: MessagesFrame
  place: ListPlace
  page: Page
  thread: Thread | undefined
  outgoing: readonly Outgoing[]
  /** What was sent to others than the office. */
  toOthers: BlockList
  reader: Reader
  actions: { open: Named; retry: Named; discard: Named }
  timeZone: string
}

export function messagesScreen(shown: MessagesScreen): ScreenBody {
  const { frame, place, page, thread, outgoing, toOthers, timeZone } = shown
  const { box, search } = place
  const chosen = outgoing.find(({ id }) => id === place.outgoing)
  return {
    title: titles[box],
    blocks: readingPage(frame, {
      chosen: box,
      blocks: [
        {
          kind: 'split',
          id: 'messages',
          title: titles[box],
          entries: [],
          chosen: place.message ?? chosen?.id,
          side: [
            text('box', titles[box], 'heading'),
            ...outgoingList(outgoing, { chosen, timeZone }),
            ...(toOthers.length > 0 ? [...toOthers, text('to-office', 'To the office', 'subheading')] : []),
            ...listBlocks(shown),
          ],
          blocks: chosen
            ? openOutgoing(chosen, { ...shown, repliesOff: frame.repliesOff })
            : thread
              ? threadBlocks(shown, thread)
              : page.total > 0 && search === ''
                ? [text('none-chosen', 'Choose a message to read it.', 'small')]
                : [],
        },
      ],
    }),
  }
}

function listBlocks({
  place,
  page,
  outgoing,
  toOthers,
  actions: { open },
  reader,
  timeZone,
}: MessagesScreen): BlockList {
  const { box, search } = place
  const rows = page.messages.map((message) => listRow(message, { place, open, reader, timeZone }))
  const isSearched = search !== ''
  const list: BlockOf<'list'> = {
    kind: 'list',
    id: 'list',
    label: titles[box],
    rows,
    empty: isSearched
      ? {
          picture: 'search',
          text: `No message contains “${search}”.`,
          next: { label: 'Show all messages', do: goTo(boxAddress(place)) },
        }
      : { picture: box, text: emptyTexts[box] },
    ...pagingOf({ ...place, total: page.total }, searchAddress(place)),
  }
  if (page.total === 0 && !isSearched) return outgoing.length + toOthers.length > 0 ? [] : [list]
  return [
    {
      kind: 'search',
      id: 'search',
      title: 'Search messages',
      value: search,
      maxLength: 100,
      ...(isSearched ? { result: page.total === 1 ? '1 message' : `${page.total} messages` } : {}),
      do: { type: 'navigate', to: boxAddress(place), parameter: 'q' },
    },
    list,
  ]
}

const boxAddress = ({ box, sizes }: ListPlace) =>
  listAddress({ box, page: 1, size: sizes[0] ?? 5, sizes, search: '', message: undefined, outgoing: undefined })
const searchAddress = ({ box, sizes, search }: ListPlace) =>
  listAddress({ box, page: 1, size: sizes[0] ?? 5, sizes, search, message: undefined, outgoing: undefined })

type Row = BlockOf<'list'>['rows'][number]

function listRow(
  message: Header,
  { place, open, reader, timeZone }: Pick<MessagesScreen, 'place' | 'reader' | 'timeZone'> & { open: Named },
): Row {
  const { id, direction, from, to, author, isRead, sentAt, priority, hasAttachments, reference } = message
  const writer = direction === 'sent' ? writerName(author, reader) : 'You'
  const details = [
    writer === 'You' ? '' : `Written by ${writer}`,
    hasAttachments ? 'With an attachment' : '',
    reference ? `About ${reference.label}` : '',
  ]
  const line = details.filter(Boolean).join(' · ')
  return {
    id: `message-${id}`,
    lead: direction === 'sent' ? `To ${namesOf(to, namesInRow)}` : from,
    title: subjectOf(message),
    ...(sentAt === '' ? {} : { meta: dateText(dayOf(sentAt, timeZone)) }),
    ...(line === '' ? {} : { line }),
    ...(isRead ? {} : { unread: 'Unread' }),
    ...(priority === 'high' ? { mark: { text: 'High priority', tone: 'warning' as const } } : {}),
    ...(place.message === id ? { chosen: true } : {}),
    // Reading changes something, so that it is an act; what is read already is only shown.
    do: isRead
      ? goTo(listAddress({ ...place, message: id, outgoing: undefined }))
      : call(open, { message: id, to: listAddress({ ...place, message: id, outgoing: undefined }) }),
  }
}

const subjectOf = ({ subject }: Pick<Header, 'subject'>) => subject || '(no subject)'

function threadBlocks(
  { place, frame: { repliesOff }, actions: { open }, reader, timeZone }: MessagesScreen,
  thread: Thread,
): BlockList {
  const chosen = thread.messages.find(({ id }) => id === place.message)
  if (!chosen) return []
  const hidden = thread.total - thread.messages.length
  const unread = thread.messages.filter(({ isRead }) => !isRead)
  const back = listAddress({ ...place, message: undefined })
  return [
    { kind: 'action', id: 'back-to-list', text: titles[place.box], style: 'link', do: goTo(back), upTo: 959 },
    text('subject', subjectOf(chosen), 'heading'),
    ...(chosen.reference ? [text('about', `About ${chosen.reference.label}`, 'small')] : []),
    {
      kind: 'thread',
      id: 'thread',
      label: subjectOf(chosen),
      ...(hidden > 0
        ? { earlier: hidden === 1 ? '1 earlier message is not shown.' : `${hidden} earlier messages are not shown.` }
        : {}),
      entries: thread.messages.map((message) => threadEntry(message, { reader, timeZone })),
    },
    {
      kind: 'stack',
      id: 'thread-actions',
      direction: 'across',
      blocks: [
        ...replyButton(chosen, repliesOff),
        button('print-thread', { text: 'Print', do: { type: 'print' } }),
        ...(unread.length > 0
          ? [
              button('mark-read', {
                text: 'Mark as read',
                do: call(open, { message: chosen.id, to: listAddress(place) }),
              }),
            ]
          : []),
      ],
    },
  ]
}

function replyButton({ id, replyTo }: Message, repliesOff: string | undefined): BlockList {
  if (replyTo.length === 0)
    return [text('no-reply', 'This message came from outside the practice. It cannot be answered here.', 'small')]
  return [
    button('reply', {
      text: 'Reply',
      style: 'primary',
      do: goTo(messagePaths.reply({ message: id })),
      ...(repliesOff === undefined ? {} : { disabled: { reason: repliesOff } }),
    }),
  ]
}

function threadEntry(
  message: Message,
  { reader, timeZone }: Pick<MessagesScreen, 'reader' | 'timeZone'>,
): BlockOf<'thread'>['entries'][number] {
  const { id, direction, from, sentAt, readAt, bodyHtml, attachments } = message
  const isSent = direction === 'sent'
  return {
    id: `entry-${id}`,
    side: isSent ? 'end' : 'start',
    from: isSent ? writerName(message.author, reader) : from,
    ...(isSent ? { to: addressedTo(message, reader) } : {}),
    at:
      sentAt === ''
        ? { text: '', value: '0001-01-01T00:00:00Z' }
        : { text: momentWords(sentAt, timeZone), value: sentAt },
    ...(readAt === undefined ? {} : { detail: `Read ${momentWords(readAt, timeZone)}` }),
    ...(bodyHtml === undefined
      ? { html: '<p>This message is too long to show here. Please contact the office.</p>' }
      : cleanHtml(bodyHtml)),
    ...threadFiles(
      id,
      attachments.map((file) => ({ ...file, href: messagePaths.attachment({ message: id, id: file.id }) })),
    ),
  }
}

const momentWords = (instant: string, timeZone: string) =>
  `${dateText(dayOf(instant, timeZone))} ${clockText(instant, timeZone)}`

interface DraftsScreen extends Moment {
  frame: MessagesFrame
  all: readonly Draft[]
  ways: readonly ListedDrafts[]
}

/** What the person has begun to write. */
export function draftsScreen({ all, ways, frame, ...moment }: DraftsScreen): ScreenBody {
  const offered = frame.ways.map(({ id }) => id)
  const blocks = draftBlocks({ drafts: all, ways, offered, ...moment })
  return { title: 'Drafts', blocks: readingPage(frame, { chosen: 'drafts', blocks }) }
}

/** What is being written, and how it is kept. */
interface Writing extends WrittenDraft {
  frame: MessagesFrame
  actions: WrittenDraft['actions'] & { send: ActionDefinition; attach: Named }
}

interface ComposeScreen extends Writing {
  recipients: Awaited<ReturnType<Emr['messageRecipients']>>
  about: MessageAbout | undefined
}

/** A message to the office (specification 2 §2.16). */
export function composeScreen(shown: ComposeScreen): ScreenBody {
  const { recipients, about, actions, id, draft, frame } = shown
  const { repliesOff } = frame
  const { physicians, groups } = recipients
  const subjectOf = about && `${about.kind}:${about.id}`
  return {
    title: 'Send a new message',
    location: paths.compose({ about: subjectOf, draft: id, ...formIn(shown) }),
    blocks: writingPage(shown.frame, {
      blocks: [
        text('compose', 'Send a new message', 'heading'),
        ...warning(repliesOff),
        ...(about ? [] : otherWays(frame, 'office')),
        ...aboutFacts(about),
        form({
          id: `message-${shown.form}`,
          action: actions.send,
          messages: messagesMessages,
          input: { draft: id, ...(about ? { about: subjectOf } : {}) },
          value: draft ? writable(draft, recipients) : about ? proposed(about, recipients) : {},
          autosave: draftAutosave(shown, about ? { about: subjectOf } : {}),
          fields: [
            {
              name: 'recipient',
              label: 'To',
              widget: 'select',
              placeholder: 'Choose a recipient',
              options: [
                ...physicians.map((each) => optionOf(each, 'Recipients')),
                ...groups.map((each) => optionOf(each, 'Recipient Groups')),
              ],
            },
            { name: 'subject', label: 'Subject' },
            bodyField,
            filesField(actions.attach, id),
            priorityField,
          ],
          submitLabel: 'Send',
          busyText: 'Sending the message',
          secondary: [{ id: 'cancel', label: 'Cancel', to: paths.dashboard() }],
          ...(repliesOff === undefined ? {} : { disabled: { reason: repliesOff } }),
        }),
        draftState(shown),
      ],
    }),
  }
}

function proposed({ subject, to, text: body }: MessageAbout, { groups }: ComposeScreen['recipients']) {
  const group = groups.find(({ name }) => name === to)
  return { subject, ...(group ? { recipient: recipientKey(group) } : {}), ...(body === undefined ? {} : { body }) }
}

/** A recipient who is no longer offered has to be chosen anew. */
function writable(draft: Draft, recipients: ComposeScreen['recipients']): Record<string, unknown> {
  const { recipient, ...rest } = contentOfDraft(draft).fields
  return recipient !== undefined && recipientOf(recipients, recipient) ? { ...rest, recipient } : rest
}

function aboutFacts(about: MessageAbout | undefined): BlockList {
  return about ? [{ kind: 'facts', id: 'about', facts: [{ id: 'about', name: 'About', value: about.label }] }] : []
}

const optionOf = (recipient: Recipient, group: string) => ({
  value: recipientKey(recipient),
  label: recipient.name,
  group,
})
const bodyField = {
  name: 'body',
  label: 'Message',
  widget: 'multiline',
  help: 'Not for emergencies. If this is one, call 911.',
} as const
const priorityField = { name: 'isHigh', label: 'High priority', widget: 'checkbox' } as const

function warning(repliesOff: string | undefined): BlockList {
  return repliesOff === undefined ? [] : [{ kind: 'notice', id: 'replies-off', tone: 'warning', text: repliesOff }]
}

interface ReplyScreen extends Writing {
  message: Message
  reader: Reader
}

/** An answer to a message, to all who are to read it (specification 2 §2.7). */
export function replyScreen(shown: ReplyScreen): ScreenBody {
  const { message, actions, id, draft, frame } = shown
  const { repliesOff } = frame
  const subject = replySubject(message.subject)
  return {
    title: 'Reply',
    location: messagePaths.reply({ message: message.id, draft: id, ...formIn(shown) }),
    blocks: writingPage(shown.frame, {
      chosen: 'inbox',
      blocks: [
        text('reply', 'Reply', 'heading'),
        ...warning(repliesOff),
        {
          kind: 'facts',
          id: 'reply-to',
          facts: [
            { id: 'to', name: 'To', value: namesOf(message.replyTo) },
            { id: 'subject', name: 'Subject', value: subject },
          ],
        },
        form({
          id: `answer-${shown.form}`,
          action: actions.send,
          messages: messagesMessages,
          input: { draft: id, message: message.id },
          value: { ...(draft && contentOfDraft(draft).fields) },
          autosave: draftAutosave(shown, { message: message.id, answer: subject }),
          fields: [bodyField, filesField(actions.attach, id), priorityField],
          submitLabel: 'Send',
          busyText: 'Sending the message',
          secondary: [{ id: 'cancel', label: 'Cancel', to: paths.messages({ message: message.id }) }],
          ...(repliesOff === undefined ? {} : { disabled: { reason: repliesOff } }),
        }),
        draftState(shown),
        {
          kind: 'thread',
          id: 'answered',
          label: 'The message that you answer',
          entries: [threadEntry(message, shown)],
        },
      ],
    }),
  }
}

/** An answer that was begun and can no longer be sent: its text is not lost. */
export function lostReplyScreen(shown: Omit<Writing, 'draft'> & { draft: Draft; isGone: boolean }): ScreenBody {
  const { draft, isGone } = shown
  const { fields, answer = 'Reply' } = contentOfDraft(draft)
  const { body = '', files = [] } = fields
  const because = isGone ? 'The message that you answer is no longer there.' : messagesMessages['messages.noReply']
  return {
    title: 'Reply',
    location: messagePaths.reply({ message: draft.replyTo ?? undefined, draft: draft.id }),
    blocks: writingPage(shown.frame, {
      chosen: 'drafts',
      blocks: [
        text('reply', answer, 'heading'),
        {
          kind: 'notice',
          id: 'lost',
          tone: 'warning',
          text: `${because} What you wrote is below: copy it into a new message, or delete it.`,
          actions: [{ id: 'new-message', label: 'Send a new message', do: goTo(paths.compose()) }],
        },
        text('written', body),
        ...(files.length > 0 ? [text('attached', files.map(({ name }) => name).join(', '), 'small')] : []),
        draftState(shown),
      ],
    }),
  }
}
