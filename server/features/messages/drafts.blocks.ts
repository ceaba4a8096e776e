import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { paths } from '../../practice/paths.ts'
import { button, call, goTo, text } from '../../protocol/block-builders.ts'
import type { Named } from '../../protocol/definitions.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import type { DraftContent } from './drafts.rules.ts'
import { attachmentsText } from './message-files.blocks.ts'
import { messagePaths } from './messages.paths.ts'

/** A stored draft, as it is shown. */
export interface Draft {
  id: string
  replyTo: string | null
  content: DraftContent
  savedAt: Date
}

/** The address at which it is written on. `form` is that in which it is being written, if that began as another draft. */
export function draftAddress(
  { id, replyTo, content }: Pick<Draft, 'id' | 'replyTo' | 'content'>,
  form?: string,
): string {
  return replyTo === null
    ? paths.compose({ about: content.about, draft: id, form })
    : messagePaths.reply({ message: replyTo, draft: id, form })
}

/** Everything that was begun, the latest first. */
export function draftBlocks(drafts: readonly Draft[], at: Moment): BlockList {
  return [
    text('box', 'Drafts', 'heading'),
    {
      kind: 'list',
      id: 'drafts',
      label: 'Drafts',
      rows: drafts.map((draft) => draftRow(draft, at)),
      empty: {
        picture: 'sent',
        text: 'What you begin to write is kept here until you send it.',
        next: { label: 'Send a new message', do: goTo(paths.compose()) },
      },
    },
  ]
}

function draftRow(draft: Draft, at: Moment): BlockOf<'list'>['rows'][number] {
  const { id, replyTo, savedAt, content } = draft
  const { subject = content.answer, body = '', files = [] } = content.fields
  const excerpt = cut(body.trim().replace(/\s+/g, ' '))
  const line = [excerpt, attachmentsText(files.length)].filter(Boolean).join(' · ')
  return {
    id: `draft-${id}`,
    lead: replyTo === null ? 'New message' : 'Reply',
    title: subject?.trim() || '(no subject)',
    meta: savedText(savedAt, at),
    ...(line === '' ? {} : { line }),
    do: goTo(draftAddress(draft)),
  }
}

/** Whole characters. */
const excerptPattern = /^.{0,100}/u

function cut(words: string): string {
  const start = excerptPattern.exec(words)?.[0] ?? ''
  return start === words ? words : `${start}…`
}

export interface Moment {
  now: Date
  timeZone: string
}

/** `10:42 AM` of today, else `11/26/2026 10:42 AM`. */
function savedText(savedAt: Date, { now, timeZone }: Moment): string {
  const day = dayOf(savedAt, timeZone)
  const clock = clockText(savedAt, timeZone)
  return day === dayOf(now, timeZone) ? clock : `${dateText(day)} ${clock}`
}

const stateId = 'draft-state'

/** Stands below the form before anything is stored. */
export function unsavedState(): BlockOf<'text'> {
  return text(stateId, 'What you write is saved as a draft while you write.', 'small')
}

interface SavedState extends Moment {
  draft: Pick<Draft, 'id' | 'savedAt'>
  remove: Named
}

/** `Saved 10:42 AM` */
export function savedState({ draft: { id, savedAt }, remove, ...at }: SavedState): BlockOf<'stack'> {
  return {
    kind: 'stack',
    id: stateId,
    direction: 'across',
    blocks: [
      text('draft-saved', `Saved ${savedText(savedAt, at)}`, 'small'),
      button('delete-draft', {
        text: 'Delete draft',
        style: 'link',
        do: {
          ...call(remove, { draft: id }),
          confirm: {
            title: 'Delete this draft?',
            text: 'What you wrote is gone then. Nothing is sent.',
            yes: 'Delete',
            no: 'Keep it',
            danger: true,
          },
        },
      }),
    ],
  }
}

/** What is typed on this page was set apart from what another one stored. */
export function apartState(): BlockOf<'notice'> {
  return {
    kind: 'notice',
    id: stateId,
    tone: 'warning',
    announce: true,
    text: 'This draft was changed, sent or deleted in another window. What you write here is kept as a draft of its own.',
    actions: [{ id: 'see-drafts', label: 'See all drafts', do: goTo(paths.messages({ box: 'drafts' })) }],
  }
}
