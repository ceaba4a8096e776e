import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Tone } from '../../../schemas/base.ts'
import { paths } from '../../practice/paths.ts'
import { button, call, goTo, text } from '../../protocol/block-builders.ts'
import { cleanHtml } from '../../protocol/clean-html.ts'
import type { Named } from '../../protocol/definitions.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import { threadFiles } from './message-files.blocks.ts'
import { messagePaths } from './messages.paths.ts'
import { addressedTo, namesInRow, namesOf, writerName, type Reader } from './message-names.ts'
import type { Outgoing } from './deliver-outgoing.ts'
import type { UnsentReason } from './outgoing.rules.ts'

const sending = { text: 'Sending', tone: 'info' } as const
const notSent = { text: 'Not sent', tone: 'error' } as const
const notConfirmed = { text: 'Not confirmed', tone: 'warning' } as const

/** What became of a message that a person has to decide about. */
const reasonWords: Record<UnsentReason, string> = {
  unreachable: 'Not sent: the practice’s system could not be reached.',
  unconfirmed:
    'Not confirmed: the practice’s system may have this message, but its answer was lost. Trying again sends it only once.',
  refused: 'Not sent: the practice’s system did not take this message. Please contact the office.',
  ended: 'Not sent: while it waited, the access of its writer ended or the practice switched this off.',
  gone: 'Not sent: who you wrote to can no longer be written to.',
}

const waitingWords =
  'The practice’s system does not answer right now. This message is sent as soon as it does; you need not do anything.'

function markOf({ state, reason }: Outgoing): { text: string; tone: Tone } {
  if (state === 'sending') return sending
  return reason === 'unconfirmed' ? notConfirmed : notSent
}

/** The messages that the record server does not have, above those that it has; nothing where there are none. */
export function outgoingList(
  outgoing: readonly Outgoing[],
  { chosen, timeZone }: { chosen: Outgoing | undefined; timeZone: string },
): BlockList {
  if (outgoing.length === 0) return []
  const rows = outgoing.map((each): BlockOf<'list'>['rows'][number] => ({
    id: `outgoing-${each.id}`,
    lead: `To ${namesOf(each.content.recipients, namesInRow)}`,
    title: each.content.subject,
    meta: dateText(dayOf(each.writtenAt.toISOString(), timeZone)),
    mark: markOf(each),
    ...(each === chosen ? { chosen: true } : {}),
    do: goTo(paths.messages({ box: 'sent', outgoing: each.id })),
  }))
  return [{ kind: 'list', id: 'outgoing', label: 'Not yet with the office', rows, empty: { text: 'None' } }]
}

interface Shown {
  actions: { retry: Named; discard: Named }
  /** Why nothing can be sent to the office. */
  repliesOff: string | undefined
  reader: Reader
  timeZone: string
}

/** A message that the record server does not have, with what can be done about it. */
export function openOutgoing(outgoing: Outgoing, { actions, repliesOff, reader, timeZone }: Shown): BlockList {
  const { id, state, reason, writtenAt, content } = outgoing
  const sentAt = writtenAt.toISOString()
  return [
    {
      kind: 'action',
      id: 'back-to-list',
      text: 'Sent',
      style: 'link',
      do: goTo(paths.messages({ box: 'sent' })),
      upTo: 959,
    },
    text('subject', content.subject, 'heading'),
    ...(content.reference ? [text('about', `About ${content.reference.label}`, 'small')] : []),
    {
      kind: 'notice',
      id: 'outgoing-state',
      tone: markOf(outgoing).tone,
      text: state === 'failed' ? reasonWords[reason ?? 'unreachable'] : waitingWords,
    },
    {
      kind: 'thread',
      id: 'outgoing-text',
      label: content.subject,
      entries: [
        {
          id: 'entry-outgoing',
          side: 'end',
          from: writerName(content.author, reader),
          to: addressedTo({ author: content.author, to: content.recipients }, reader),
          at: { text: `${dateText(dayOf(sentAt, timeZone))} ${clockText(sentAt, timeZone)}`, value: sentAt },
          ...cleanHtml(content.bodyHtml),
          ...threadFiles(
            id,
            (content.files ?? []).map((file) => ({
              ...file,
              href: messagePaths.waitingAttachment({ message: id, id: file.id }),
            })),
          ),
        },
      ],
    },
    ...(state === 'failed' ? [decisions({ id, reason }, { actions, repliesOff })] : []),
  ]
}

function decisions(
  { id, reason }: Pick<Outgoing, 'id' | 'reason'>,
  { actions, repliesOff }: Pick<Shown, 'actions' | 'repliesOff'>,
): BlockOf<'stack'> {
  return {
    kind: 'stack',
    id: 'outgoing-actions',
    direction: 'across',
    blocks: [
      button('try-again', {
        text: 'Try again',
        style: 'primary',
        do: call(actions.retry, { message: id }),
        ...(repliesOff === undefined ? {} : { disabled: { reason: repliesOff } }),
      }),
      button('delete-outgoing', {
        text: 'Delete',
        do: {
          ...call(actions.discard, { message: id }),
          confirm: {
            title: 'Delete this message?',
            text:
              reason === 'unconfirmed'
                ? 'The office may have it already. Its text goes here, and nothing more is sent.'
                : 'The office does not get it, and its text is gone.',
            yes: 'Delete',
            no: 'Keep it',
            danger: true,
          },
        },
      }),
    ],
  }
}
