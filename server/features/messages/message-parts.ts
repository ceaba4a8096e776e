import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { paths } from '../../practice/paths.ts'
import type { Box } from './messages.rules.ts'

/** What waits in the parts. */
export interface PartCounts {
  /** Undefined if the record server does not tell. */
  unread: number | undefined
  drafts: number
}

interface Parts extends PartCounts {
  blocks: BlockList
}

/** The parts of Messages: writing, and the lists (specification 2 §2.7). Drafts have one while there are any. */
export function messageParts(
  chosen: 'compose' | 'drafts' | Box,
  { unread = 0, drafts, blocks }: Parts,
): BlockOf<'split'> {
  const isWithDrafts = drafts > 0 || chosen === 'drafts'
  return {
    kind: 'split',
    id: 'parts',
    title: 'Messages',
    chosen,
    entries: [
      { id: 'compose', label: 'Send a new message', to: paths.compose() },
      { id: 'inbox', label: 'Inbox', ...countOf(unread, 'unread'), to: paths.messages() },
      { id: 'sent', label: 'Sent', to: paths.messages({ box: 'sent' }) },
      ...(isWithDrafts
        ? [{ id: 'drafts', label: 'Drafts', ...countOf(drafts, 'not sent'), to: paths.messages({ box: 'drafts' }) }]
        : []),
    ],
    blocks,
  }
}

function countOf(value: number, words: string): { count?: { value: number; words: string } } {
  return value > 0 ? { count: { value, words: `${value} ${words}` } } : {}
}
