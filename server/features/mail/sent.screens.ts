import { htmlOf } from '../../practice/written-form.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Tone } from '../../../schemas/base.ts'
import { fileSize } from '../../../schemas/file-size.ts'
import { readingPage, type MessagesFrame } from '../../practice/message-parts.ts'
import { paths } from '../../practice/paths.ts'
import { button, call, goTo, link, text } from '../../protocol/block-builders.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import { pagingOf, type PageRequest } from '../../protocol/paging.ts'
import { dateText, dateTimeText, dayOf } from '../../protocol/time-words.ts'
import type { ShownMail } from './mail-content.ts'
import { mailPaths } from './mail.paths.ts'
import { keptMs, type UnsentReason } from './mail.rules.ts'
import { mailWays } from './mail-ways.ts'

/** What stands in the address of the list. */
export interface SentPlace extends PageRequest {
  search: string
  /** The id of the open mail. */
  mail: string | undefined
}

interface Reader {
  accountId: number
  timeZone: string
  now: Date
}

interface SentScreen extends Reader {
  frame: MessagesFrame
  place: SentPlace
  mails: readonly ShownMail[]
  total: number
  open: ShownMail | undefined
  actions: { retry: Named; discard: Named; withdraw: Named }
}

const heading = 'Sent to external addresses'

/** What became of a mail, in words. */
function markOf(mail: ShownMail, { timeZone, now }: Reader): { text: string; tone: Tone } {
  const { state, reason, readAt } = mail
  if (state === 'waiting') return { text: 'Waiting', tone: 'info' }
  if (state === 'withdrawn') return { text: 'Withdrawn', tone: 'neutral' }
  if (readAt) return { text: `Read ${dateText(dayOf(readAt, timeZone)).slice(0, 5)}`, tone: 'success' }
  if (state === 'delivered') return { text: 'Delivered', tone: 'success' }
  if (state === 'dispatched') return { text: 'Dispatched', tone: 'success' }
  if (state === 'sent')
    return isExpired(mail, now) ? { text: 'Expired', tone: 'warning' } : { text: 'Sent', tone: 'success' }
  if (reason === 'uncertain' || reason === 'silent') return { text: 'Not confirmed', tone: 'warning' }
  if (reason === 'ended') return { text: 'Not sent', tone: 'error' }
  return { text: reason === 'undelivered' ? 'Failed' : 'Could not be delivered', tone: 'error' }
}

const isExpired = ({ expiresAt }: ShownMail, now: Date) => expiresAt !== null && expiresAt <= now

const reasonWords: Record<UnsentReason, string> = {
  unavailable: 'Could not be delivered: no mail server took this email.',
  uncertain: 'Not confirmed: the mail server may have taken this email, but its answer was lost.',
  refused: 'Could not be delivered: the mail server does not accept this address.',
  ended: 'Not sent: while it waited, the access of its writer ended or the practice switched this off.',
  certificate: 'Could not be delivered: this Direct address has no certificate that can be used.',
  undelivered: 'Failed: the Direct service of its reader reports that it could not be delivered.',
  silent: 'Not confirmed: the Direct service of its reader reports nothing. It may have arrived all the same.',
}
const waitingWords = 'The mail server does not answer right now. This email is sent as soon as it does.'

function rowOf(mail: ShownMail, reader: Reader, place?: SentPlace): BlockOf<'list'>['rows'][number] {
  const { accountId, timeZone } = reader
  const { id, way, writtenAt, content } = mail
  const { author, records = [] } = content
  const details = [
    `To ${content.to}`,
    author.accountId === accountId ? '' : `Written by ${author.name}`,
    records.length === 0 ? '' : recordsText(records.length),
  ]
  return {
    id: `mail-${id}`,
    lead: mailWays[way].title,
    title: content.subject,
    line: details.filter(Boolean).join(' · '),
    meta: dateText(dayOf(writtenAt, timeZone)),
    mark: markOf(mail, reader),
    ...(place?.mail === id ? { chosen: true } : {}),
    do: goTo(place ? sentAddress({ ...place, mail: id }) : mailPaths.sent({ mail: id })),
  }
}

const recordsText = (count: number) => (count === 1 ? 'With a visit record' : `With ${count} visit records`)

/** The address of the list, with what is not usual in it. */
function sentAddress({ page, size, sizes, search, mail }: SentPlace): string {
  return mailPaths.sent({
    page: page > 1 ? page : undefined,
    size: size === sizes[0] ? undefined : size,
    q: search,
    mail,
  })
}

/** The latest mails, above what was sent to the office; nothing while there are none. */
export function sentBlocks(mails: readonly ShownMail[], { total, ...reader }: Reader & { total: number }): BlockList {
  if (mails.length === 0) return []
  return [
    text('to-others', 'To external addresses', 'subheading'),
    {
      kind: 'list',
      id: 'sent-mail',
      label: 'To external addresses',
      rows: mails.map((mail) => rowOf(mail, reader)),
      empty: { text: 'None' },
    },
    ...(total > mails.length
      ? [link('all-mail', { text: `See all ${total} emails to external addresses`, to: mailPaths.sent() })]
      : []),
  ]
}

export function sentMailScreen(shown: SentScreen): ScreenBody {
  const { frame, open, place, total } = shown
  return {
    title: heading,
    blocks: readingPage(frame, {
      chosen: 'sent',
      blocks: [
        {
          kind: 'split',
          id: 'mails',
          title: heading,
          entries: [],
          chosen: open?.id,
          side: [
            link('all-sent', { text: 'Back to Sent', to: paths.messages({ box: 'sent' }) }),
            text('box', heading, 'heading'),
            ...listBlocks(shown),
          ],
          blocks: open
            ? mailBlocks(open, shown)
            : total > 0 && place.search === ''
              ? [text('none-chosen', 'Choose an email to read it.', 'small')]
              : [],
        },
      ],
    }),
  }
}

function listBlocks({ place, mails, total, ...reader }: SentScreen): BlockList {
  const { search } = place
  const isSearched = search !== ''
  const whole = { ...place, page: 1, size: place.sizes[0] ?? 5, mail: undefined }
  const list: BlockOf<'list'> = {
    kind: 'list',
    id: 'list',
    label: heading,
    rows: mails.map((mail) => rowOf(mail, reader, place)),
    empty: isSearched
      ? {
          picture: 'search',
          text: `No email contains “${search}”.`,
          next: { label: 'Show all emails', do: goTo(mailPaths.sent()) },
        }
      : { picture: 'sent', text: 'Email that you send to external addresses is shown here.' },
    ...pagingOf({ ...place, total }, sentAddress(whole)),
  }
  if (total === 0 && !isSearched) return [list]
  return [
    {
      kind: 'search',
      id: 'search',
      title: 'Search emails',
      value: search,
      maxLength: 100,
      ...(isSearched ? { result: total === 1 ? '1 email' : `${total} emails` } : {}),
      do: { type: 'navigate', to: sentAddress({ ...whole, search: '' }), parameter: 'q' },
    },
    list,
  ]
}

function mailBlocks(mail: ShownMail, shown: SentScreen): BlockList {
  const { place, actions, accountId, timeZone, now } = shown
  const { id, way, state, reason, writtenAt, content } = mail
  const { author, subject, to, records = [] } = content
  const writer = author.accountId === accountId ? 'You' : author.name
  const whom = author.kind === 'guardian' ? `for ${author.patientName} to ${to}` : `to ${to}`
  const back = sentAddress({ ...place, mail: undefined })
  return [
    { kind: 'action', id: 'back-to-list', text: heading, style: 'link', do: goTo(back), upTo: 959 },
    text('subject', subject, 'heading'),
    text('way', `${mailWays[way].title} · ${markOf(mail, shown).text}`, 'small'),
    ...stateNotice(mail, shown),
    {
      kind: 'thread',
      id: 'mail-text',
      label: subject,
      entries: [
        {
          id: 'entry-mail',
          side: 'end',
          from: writer,
          to: whom,
          at: {
            text: dateTimeText(writtenAt, timeZone),
            value: writtenAt.toISOString(),
          },
          html: htmlOf(content.text),
        },
      ],
    },
    ...(records.length === 0
      ? []
      : [
          {
            kind: 'facts' as const,
            id: 'attached',
            label: 'Attached visit records',
            facts: records.map(({ day, name, bytes }) => ({
              id: name,
              name: `Visit record of ${dateText(day)}`,
              value: fileSize(bytes),
            })),
          },
        ]),
    {
      kind: 'stack',
      id: 'mail-actions',
      direction: 'across',
      blocks: [
        ...(state === 'failed' && writtenAt.getTime() > now.getTime() - keptMs
          ? [button('try-again', { text: 'Try again', style: 'primary', do: call(actions.retry, { mail: id }) })]
          : []),
        ...(state === 'failed' ? [deleteButton({ id, reason }, actions.discard)] : []),
        ...(isWithdrawable(mail, now) ? [withdrawButton(id, actions.withdraw)] : []),
        button('print-mail', { text: 'Print', do: { type: 'print' } }),
      ],
    },
  ]
}

function stateNotice(mail: ShownMail, reader: Reader): BlockList {
  const words = stateWords(mail, reader)
  if (words === undefined) return []
  return [{ kind: 'notice', id: 'mail-state', tone: markOf(mail, reader).tone, text: words }]
}

function stateWords(mail: ShownMail, { timeZone, now }: Reader): string | undefined {
  const { way, state, reason, readAt, expiresAt, changedAt } = mail
  if (state === 'waiting') return waitingWords
  if (state === 'failed') return reasonWords[reason ?? 'unavailable']
  if (state === 'withdrawn')
    return `This email was withdrawn on ${dateTimeText(changedAt, timeZone)}. Nobody can read it any longer.`
  if (way === 'direct') return directWords[state]
  if (way !== 'secure' || !expiresAt) return undefined
  const isOver = isExpired(mail, now)
  if (readAt) {
    const until = isOver ? '' : ` It can be read again until ${dateTimeText(expiresAt, timeZone)}.`
    return `Its reader opened this email on ${dateTimeText(readAt, timeZone)}.${until}`
  }
  return isOver
    ? 'This email was not read within 30 days. Its link no longer works.'
    : `Its reader has a link to this email, and has not opened it yet. The link works until ${dateTimeText(expiresAt, timeZone)}.`
}

const directWords: Partial<Record<ShownMail['state'], string>> = {
  sent: 'The Direct service has taken this email. The service of its reader has not reported yet.',
  delivered: 'The Direct service of its reader has this email.',
  dispatched: 'The Direct service of its reader has passed this email on to its mailbox.',
}

/** Until it is read. */
const isWithdrawable = (mail: ShownMail, now: Date) =>
  mail.way === 'secure' && ['waiting', 'sent'].includes(mail.state) && !mail.readAt && !isExpired(mail, now)

function withdrawButton(id: string, withdraw: Named): BlockOf<'action'> {
  return button('withdraw-mail', {
    text: 'Withdraw',
    do: {
      ...call(withdraw, { mail: id }),
      confirm: {
        title: 'Withdraw this email?',
        text: 'Its link stops working, and nobody can read it.',
        yes: 'Withdraw',
        no: 'Keep it',
        danger: true,
      },
    },
  })
}

function deleteButton({ id, reason }: Pick<ShownMail, 'id' | 'reason'>, discard: Named): BlockOf<'action'> {
  return button('delete-mail', {
    text: 'Delete',
    do: {
      ...call(discard, { mail: id }),
      confirm: {
        title: 'Delete this email?',
        text:
          reason === 'uncertain' || reason === 'silent'
            ? 'Its reader may have it already. Its text goes here, and nothing more is sent.'
            : 'Nobody gets it, and its text is gone.',
        yes: 'Delete',
        no: 'Keep it',
        danger: true,
      },
    },
  })
}
