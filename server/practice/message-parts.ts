import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Context } from '../protocol/context.ts'
import { extensionPoint, type Uses } from '../protocol/extension-point.ts'
import type { Reads } from '../protocol/trace.ts'

/** A part of Messages that a feature adds. */
export interface MessagePart {
  id: string
  label: string
  to: string
  /** The words above this and the following ones of the same group. */
  group?: string
  offered?: (reads: Reads) => boolean
  /** Returns how many wait there; undefined if it is not known. */
  count?: (context: Context) => Promise<number | undefined>
  /** What is counted, after the number: `unread`. */
  counted?: string
  /** Shown only while something waits there, or while it is chosen. */
  isRare?: true
}
export const messageParts = extensionPoint<MessagePart>('parts of Messages', { usedBy: ['mail', 'messages'] })

/** Returns what was sent to others than the office, as it shows above what was sent to the office; nothing without any. */
export const sentToOthers = extensionPoint<(context: Context) => Promise<BlockList>>('what was sent to others', {
  usedBy: ['messages'],
})

/** The parts of Messages that this person has, with what waits there. */
export type ShownParts = readonly (BlockOf<'split'>['entries'][number] & { isRare: boolean })[]

/** `counts`: those of parts that the screen has counted already, by id. */
export async function readMessageParts(
  context: Context,
  uses: Uses,
  counts: Record<string, number | undefined> = {},
): Promise<ShownParts> {
  const offered = uses(messageParts).filter((part) => part.offered?.(context) ?? true)
  return Promise.all(
    offered.map(async ({ id, label, to, group, count, counted = '', isRare = false }) => {
      const value = (id in counts ? counts[id] : await count?.(context)) ?? 0
      return {
        id,
        label,
        to,
        ...(group === undefined ? {} : { group }),
        ...(value > 0 ? { count: { value, words: `${value} ${counted}` } } : {}),
        isRare: isRare && value === 0,
      }
    }),
  )
}

/** The parts of Messages beside what is chosen (specification 2 §2.7): the lists, and the ways to write. */
export function withMessageParts(
  parts: ShownParts,
  { chosen, blocks }: { chosen: string; blocks: BlockList },
): BlockOf<'split'> {
  return {
    kind: 'split',
    id: 'parts',
    title: 'Messages',
    chosen,
    entries: parts.flatMap(({ isRare, ...entry }) => (isRare && entry.id !== chosen ? [] : entry)),
    blocks,
  }
}
