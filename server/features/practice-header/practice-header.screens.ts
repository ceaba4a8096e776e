import type { BlockOf } from '../../../schemas/blocks.ts'
import { lookSettings } from '../../licensees/settings/look.settings.ts'
import type { LogoPlace } from '../../licensees/logo.store.ts'
import { billingSettings } from '../../practice/billing/billing.settings.ts'
import { duplicateFileText, fileMessages } from '../../practice/files/file-messages.ts'
import { mostBytes } from '../../practice/files/file-types.ts'
import { paths } from '../../practice/paths.ts'
import { button, call, goTo, link, text, title } from '../../protocol/block-builders.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import type { LogoWarning } from './draw-logo.ts'

interface Preview {
  src: string
  width: number
  height: number
}
export type Previews = Record<LogoPlace, Preview>

/** Who changed the logo, and when, in words. */
export interface LogoChangeText {
  who: string
  at: string
}

export interface HeaderPage {
  practice: string
  /** Its initials. */
  mark: string
  /** The version of the uploaded logo; 0 while there was none. */
  version: number
  /** Undefined while none is uploaded. */
  now: Previews | undefined
  /** The last time that a logo was saved or removed here. */
  changed: (LogoChangeText & { isOwn: boolean }) | undefined
  /** The logo of the record server, while none is uploaded. */
  record: { isShown: boolean; previews: Previews } | undefined
  /** Whether invoices, statements and receipts show a logo. */
  onPapers: boolean
  /** What this administrator has uploaded and not saved. `isOutdated`: the logo was changed since. */
  draft: { id: string; warnings: readonly LogoWarning[]; isOutdated: boolean; previews: Previews } | undefined
  history: readonly (LogoChangeText & { what: string })[]
}

export interface HeaderActions {
  add: Named
  save: Named
  discard: Named
  remove: Named
}

const heading = 'Practice Header'

/** Specification 2 §2.15. `problem`: why the last press did nothing. */
export function headerScreen(page: HeaderPage, actions: HeaderActions, problem?: string): ScreenBody {
  return {
    title: heading,
    back: { label: 'Dashboard', to: paths.adminDashboard() },
    blocks: [
      title(heading),
      text('about', 'Your logo stands at the top of every screen, on invoices and receipts, and in emails.', 'lead'),
      ...(problem === undefined ? [] : [problemNotice(problem)]),
      ...(page.draft ? [draftSection(page, page.draft, actions)] : [nowSection(page, actions)]),
      uploadSection(page, actions),
      ...(page.draft ? [nowSection(page, actions)] : []),
      { kind: 'section', id: 'history-card', title: 'History', card: true, blocks: [historyTable(page)] },
    ],
  }
}

function problemNotice(words: string): BlockOf<'notice'> {
  return { kind: 'notice', id: 'problem', tone: 'warning', announce: true, text: words }
}

const warningTexts: Readonly<Record<LogoWarning, string>> = {
  faint: 'This logo can hardly be seen on white. Choose one in a darker color, or with a background of its own.',
  blurred: 'This picture has few pixels and may look blurred. One that is 88 pixels high or more is sharp.',
}

function draftSection(
  { practice, version, onPapers, changed }: HeaderPage,
  { id, warnings, isOutdated, previews }: NonNullable<HeaderPage['draft']>,
  { save, discard }: HeaderActions,
): BlockOf<'section'> {
  return {
    kind: 'section',
    id: 'new',
    title: 'New logo',
    help: 'This is how it will look. No one else sees it until you save it.',
    card: true,
    blocks: [
      ...(isOutdated && changed ? [outdatedNotice(changed, version)] : []),
      ...warnings.map((warning) => ({
        kind: 'notice' as const,
        id: `warning-${warning}`,
        tone: 'warning' as const,
        announce: true,
        text: warningTexts[warning],
      })),
      placesGrid('new', { practice, previews, onPapers }),
      {
        kind: 'stack',
        id: 'draft-actions',
        direction: 'across',
        blocks: [
          button('save', {
            text: 'Save logo',
            style: 'primary',
            do: { ...call(save, { draft: id, seenVersion: version }), busy: { text: 'Saving' } },
          }),
          button('discard', { text: 'Discard', style: 'secondary', do: call(discard, { draft: id }) }),
        ],
      },
    ],
  }
}

/** Prevents overwriting an unseen change, also when it happens while the screen is open. */
function outdatedNotice({ who, at, isOwn }: NonNullable<HeaderPage['changed']>, version: number): BlockOf<'notice'> {
  return {
    kind: 'notice',
    id: `changed-${version}`,
    tone: 'warning',
    announce: true,
    text: `${isOwn ? 'You' : who} changed the logo at ${at}, after you uploaded this picture. Saving replaces that change.`,
  }
}

function nowSection(page: HeaderPage, { remove }: HeaderActions): BlockOf<'section'> {
  const { practice, version, now, record, onPapers } = page
  const previews = now ?? (record?.isShown ? record.previews : undefined)
  return {
    kind: 'section',
    id: 'now',
    title: 'Logo now',
    card: true,
    blocks: [
      text('source', sourceText(page)),
      ...(previews ? [placesGrid('now', { practice, previews, onPapers })] : [initialsRow(page)]),
      ...(now || !record ? [] : [settingLink('record-setting', lookSettings.Theme_Logo)]),
      ...(onPapers || !(now ?? record) ? [] : [settingLink('papers-setting', billingSettings.show_invoice_logo)]),
      ...(now ? [removeButton(remove, { version, practice })] : []),
    ],
  }
}

function sourceText({ now, changed, record }: HeaderPage): string {
  if (now && changed) return `Uploaded here by ${changed.isOwn ? 'you' : changed.who}, ${changed.at}.`
  if (record?.isShown) return 'This logo comes from your record system. It shows until you upload one here.'
  return record
    ? 'No logo is uploaded, so the header and emails show your initials and name. Invoices and receipts use the logo of your record system.'
    : 'There is no logo yet, so people see your initials and name.'
}

function settingLink(id: string, { name, title: words }: { name: string; title: string }): BlockOf<'action'> {
  return link(id, { text: `Setting: ${words}`, to: paths.adminSetting({ name }) })
}

function initialsRow({ mark, practice }: HeaderPage): BlockOf<'stack'> {
  return {
    kind: 'stack',
    id: 'initials',
    direction: 'across',
    oneLine: true,
    gap: 'small',
    blocks: [
      ...(mark === ''
        ? []
        : [
            {
              kind: 'image' as const,
              id: 'mark',
              shape: 'square' as const,
              small: true,
              picture: { initials: mark, alt: '' },
            },
          ]),
      text('name', [{ text: practice, strong: true }]),
    ],
  }
}

function removeButton(
  remove: Named,
  { version, practice }: Pick<HeaderPage, 'version' | 'practice'>,
): BlockOf<'action'> {
  return button('remove', {
    text: 'Remove the logo',
    style: 'danger',
    do: {
      ...call(remove, { seenVersion: version }),
      confirm: {
        title: 'Remove the logo?',
        text: `People see the initials and the name ${practice} again, or the logo of your record system where you show it.`,
        yes: 'Remove',
        no: 'Cancel',
        danger: true,
      },
    },
  })
}

interface Places {
  practice: string
  previews: Previews
  onPapers: boolean
}

/** The logo in each place, on white as there, at its own size. */
function placesGrid(id: string, { practice, previews, onPapers }: Places): BlockOf<'grid'> {
  const image = (place: LogoPlace): BlockOf<'image'> => {
    const { src, width, height } = previews[place]
    return {
      kind: 'image',
      id: `${id}-${place}-logo`,
      picture: { src, alt: practice },
      size: { width, height },
    }
  }
  const section = (place: LogoPlace, words: string, help: string): BlockOf<'section'> => ({
    kind: 'section',
    id: `${id}-${place}`,
    title: words,
    level: 3,
    blocks: [image(place), text(`${id}-${place}-help`, help, 'small')],
  })
  return {
    kind: 'grid',
    id: `${id}-places`,
    columns: 3,
    columnsFrom: 960,
    blocks: [
      section('header', 'Header', 'At the top of every screen, instead of your initials and name.'),
      section(
        'print',
        'Invoices',
        onPapers
          ? 'Above your name on invoices, statements and receipts.'
          : 'Not shown now: the logo on invoices is switched off in the settings.',
      ),
      section('mail', 'Emails', 'At the top of every email.'),
    ],
  }
}

/** Every upload gets a new block, which knows nothing of the file before it. */
function uploadSection({ draft, now }: HeaderPage, { add }: HeaderActions): BlockOf<'section'> {
  const words = draft ? 'Choose another picture' : now ? 'Upload another logo' : 'Upload a logo'
  return {
    kind: 'section',
    id: 'upload',
    title: words,
    card: true,
    blocks: [uploadBlock(add, { id: draft ? `files-${draft.id}` : 'files', words })],
  }
}

function uploadBlock({ name }: Named, { id, words }: { id: string; words: string }): BlockOf<'upload'> {
  return {
    kind: 'upload',
    id,
    label: words,
    upload: name,
    chooser: {
      label: 'Choose a picture',
      drop: 'or drop it here',
      hint: 'PNG or JPEG, up to 6 MB. Best is a PNG with a transparent or white background, 88 pixels high or more.',
    },
    accept: ['image/png', 'image/jpeg'],
    maxBytes: mostBytes,
    maxFiles: 1,
    list: {
      caption: 'Chosen picture',
      name: 'File name',
      type: 'Type',
      size: 'Size (MB)',
      state: 'State',
      states: { waiting: 'Not uploaded yet', sending: 'Uploading', sent: 'Uploaded', failed: 'Not uploaded' },
    },
    remove: { label: 'Delete', question: 'Are you sure you want to delete this file?', yes: 'Yes', no: 'No' },
    submit: 'Upload and preview',
    sending: { text: 'Uploading...', cancel: 'Cancel' },
    done: { label: 'Done', message: 'Picture uploaded. Check how it looks, then save it.' },
    cancel: { label: 'Cancel', do: goTo(paths.adminDashboard()) },
    messages: {
      type: fileMessages['uploads.type'],
      size: fileMessages['uploads.tooLarge'],
      empty: fileMessages['uploads.empty'],
      duplicate: duplicateFileText,
      tooMany: 'Please choose one picture. Delete the one in the list first.',
      failed: 'Something went wrong. Please try again later.',
      cancelled: 'You stopped this upload.',
    },
  }
}

function historyTable({ history }: HeaderPage): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'history',
    caption: 'History',
    hideCaption: true,
    narrow: 'lines',
    columns: [
      { id: 'what', label: 'What happened', main: true },
      { id: 'who', label: 'Who' },
      { id: 'when', label: 'When', figures: true },
    ],
    rows: history.map(({ what, who, at }, index) => ({
      id: `change-${index}`,
      cells: { what: { text: what }, who: { text: who }, when: { text: at } },
    })),
    empty: { picture: 'clock', text: 'No one has changed the logo yet.' },
  }
}
