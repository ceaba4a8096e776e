import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { button, goTo, title } from '../protocol/block-builders.ts'
import type { Context } from '../protocol/context.ts'
import { extensionPoint, type Uses } from '../protocol/extension-point.ts'
import type { Reads } from '../protocol/trace.ts'
import { repliesAllowed } from './offered.ts'
import { paths } from './paths.ts'

/** A list of Messages. */
export interface MessagePart {
  id: string
  label: string
  to: string
  /** Returns how many wait there; undefined if it is not known. */
  count?: (context: Context) => Promise<number | undefined>
  /** What is counted, after the number: `unread`. */
  counted?: string
}

export const messageParts = extensionPoint<MessagePart>('lists of Messages', { usedBy: ['mail', 'messages'] })

/** A way to write, to the office or to somebody else. */
export interface MessageWay {
  id: string
  label: string
  /** For whom it is. */
  text: string
  to: string
  /** Not to the office. */
  isExternal: boolean
  offered: (reads: Reads) => boolean
}
export const messageWays = extensionPoint<MessageWay>('ways to write', { usedBy: ['mail', 'messages'] })

/** Returns what was sent to others than the office, as it shows above what was sent to the office; nothing without any. */
export const sentToOthers = extensionPoint<(context: Context) => Promise<BlockList>>('what was sent to others', {
  usedBy: ['messages'],
})

/** What the pages of Messages have in common, for this person. */
export interface MessagesFrame {
  parts: BlockOf<'split'>['entries']
  ways: readonly MessageWay[]
  /** Why nothing can be sent. */
  repliesOff: string | undefined
}

/** Specification 1 §6. */
export const repliesOffWords = 'The patient cannot reply or send messages to the office. Please contact the office.'

/** `counts`: those of lists that the screen has counted already, by id. */
export async function readMessagesFrame(
  context: Context,
  uses: Uses,
  counts: Record<string, number | undefined> = {},
): Promise<MessagesFrame> {
  const parts = uses(messageParts).map(async ({ id, label, to, count, counted = '' }) => {
    const value = (id in counts ? counts[id] : await count?.(context)) ?? 0
    return { id, label, to, ...(value > 0 ? { count: { value, words: `${value} ${counted}` } } : {}) }
  })
  return {
    parts: await Promise.all(parts),
    ways: uses(messageWays).filter(({ offered }) => offered(context)),
    repliesOff: repliesAllowed(context) ? undefined : repliesOffWords,
  }
}

interface MessagesPage {
  /** The id of the list that shows, or to which the page belongs. */
  chosen?: string
  blocks: BlockList
}

/** A page on which somebody writes: the head, and the lists beside it. */
export function writingPage({ parts }: Pick<MessagesFrame, 'parts'>, page: MessagesPage): BlockList {
  return [title('Messages'), withParts(parts, page)]
}

/** A page on which somebody reads: writing to the office begins in its head. */
export function readingPage({ parts, repliesOff }: MessagesFrame, page: MessagesPage): BlockList {
  return [
    {
      kind: 'stack',
      id: 'head',
      direction: 'across',
      gap: 'small',
      blocks: [
        title('Messages'),
        button('new-message', {
          text: 'New message',
          style: 'primary',
          do: goTo(paths.compose()),
          ...(repliesOff === undefined ? {} : { disabled: { reason: repliesOff } }),
        }),
      ],
    },
    withParts(parts, page),
  ]
}

function withParts(parts: MessagesFrame['parts'], { chosen, blocks }: MessagesPage): BlockOf<'split'> {
  return {
    kind: 'split',
    id: 'parts',
    title: 'Messages',
    ...(chosen === undefined ? {} : { chosen }),
    entries: parts,
    blocks,
  }
}

/** The ways to write besides the one of this page (specification 2 §2.7); nothing where there is none. */
export function otherWays({ ways }: Pick<MessagesFrame, 'ways'>, here: string): BlockList {
  const others = ways.filter(({ id }) => id !== here)
  const groups = [
    { id: 'office', options: others.filter(({ isExternal }) => !isExternal) },
    { id: 'external', title: 'To External Address', options: others.filter(({ isExternal }) => isExternal) },
  ].filter(({ options }) => options.length > 0)
  if (groups.length === 0) return []
  return [
    {
      kind: 'section',
      id: 'other-ways',
      title: 'Other ways to write',
      collapsible: 'closed',
      blocks: [
        {
          kind: 'choice',
          id: 'ways',
          label: 'Other ways to write',
          columns: 3,
          groups: groups.map(({ options, ...group }) => ({
            ...group,
            options: options.map(({ id, label, text, to }) => ({ id, title: label, text, do: goTo(to) })),
          })),
        },
      ],
    },
  ]
}
