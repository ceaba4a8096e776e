import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { button, call, goTo, text, type FormParts } from '../../protocol/block-builders.ts'
import type { Named } from '../../protocol/definitions.ts'
import { extensionPoint } from '../../protocol/extension-point.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import { paths } from '../paths.ts'
import type { DraftContent } from './drafts.rules.ts'

/** A stored draft, as it is shown. */
export interface Draft {
  id: string
  way: string
  replyTo: string | null
  content: DraftContent
  savedAt: Date
}

/** How the drafts of a way to write are listed. */
export interface ListedDrafts {
  way: string
  addressOf: (draft: Draft) => string
  /** `line`: what was written; `more`: what is attached. */
  describe: (draft: Draft) => { lead: string; title: string; line: string; more: string }
}
export const listedDrafts = extensionPoint<ListedDrafts>('drafts of the ways to write', { usedBy: ['messages'] })

interface DraftList extends Moment {
  drafts: readonly Draft[]
  ways: readonly ListedDrafts[]
  /** The ids of the ways in which something can be sent now. */
  offered: readonly string[]
}

/** Everything that was begun, the latest first; also in a way that is not offered any longer. */
export function draftBlocks({ drafts, ways, offered, ...at }: DraftList): BlockList {
  return [
    text('box', 'Drafts', 'heading'),
    {
      kind: 'list',
      id: 'drafts',
      label: 'Drafts',
      rows: drafts.flatMap((draft) => {
        const listed = ways.find(({ way }) => way === draft.way)
        return listed ? draftRow(draft, listed, { ...at, isOffered: offered.includes(draft.way) }) : []
      }),
      empty: {
        picture: 'sent',
        text: 'What you begin to write is kept here until you send it.',
        next: { label: 'Send a new message', do: goTo(paths.compose()) },
      },
    },
  ]
}

function draftRow(
  draft: Draft,
  { addressOf, describe }: ListedDrafts,
  { isOffered, ...at }: Moment & { isOffered: boolean },
): BlockOf<'list'>['rows'][number] {
  const { lead, title, line: written, more } = describe(draft)
  const line = [cut(written.trim().replace(/\s+/g, ' ')), more].filter(Boolean).join(' · ')
  return {
    id: `draft-${draft.id}`,
    lead,
    title: title.trim() || '(no subject)',
    meta: savedText(draft.savedAt, at),
    ...(line === '' ? {} : { line }),
    ...(isOffered ? {} : { mark: { text: 'Not offered now', tone: 'warning' } }),
    do: goTo(addressOf(draft)),
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

/** What is being written, and how it is kept. */
export interface WrittenDraft extends Moment {
  actions: { save: Named; remove: Named }
  /** The id under which it is kept. */
  id: string
  /** The id of the form: that of the draft as which it was begun, so that another message has a form of its own. */
  form: string
  draft: Draft | undefined
}

/** What is typed is kept while the person types. `input`: what the page keeps besides. */
export function draftAutosave(
  { actions, id, form, draft }: Omit<WrittenDraft, keyof Moment>,
  input: Record<string, unknown>,
): NonNullable<FormParts['autosave']> {
  return {
    action: actions.save,
    input: { draft: id, ...formIn({ id, form }), ...input },
    stored: { ...draft?.content.fields },
    failed: 'What you wrote is not saved yet. It is tried again by itself.',
  }
}

export const formIn = ({ id, form }: Pick<WrittenDraft, 'id' | 'form'>) => (form === id ? {} : { form })

/** Stands below the form. */
export function draftState({ actions, draft, now, timeZone }: WrittenDraft): BlockOf<'text'> | BlockOf<'stack'> {
  return draft ? savedState({ draft, remove: actions.remove, now, timeZone }) : unsavedState()
}
