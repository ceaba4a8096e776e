import type { Block } from '../../../schemas/blocks.ts'
import type { BlockList } from '../../../schemas/block.ts'
import { fileSize } from '../../../schemas/file-size.ts'
import { htmlOf } from '../../practice/written-form.ts'
import { button, call, text, title } from '../../protocol/block-builders.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import { dateText, dateTimeText, momentText } from '../../protocol/time-words.ts'
import { senderName, type ShownMail } from './mail-content.ts'
import { mailPaths } from './mail.paths.ts'

const heading = 'Secure message'

const frame = (blocks: BlockList): ScreenBody => ({
  title: heading,
  width: 'reading',
  stillBrand: true,
  chrome: 'plain',
  blocks: [title(heading), ...blocks],
})

const card = (...blocks: Block[]): Block => ({ kind: 'section', id: 'card', card: true, blocks })

interface Shown {
  /** The address of the reader, masked. */
  to: string
  token: string
}

export function startScreen({ to, token, begin }: Shown & { begin: Named }): ScreenBody {
  return frame([
    text('start-lead', 'Somebody has sent you a message. It is protected: only you can read it.', 'lead'),
    card(
      text('start-how', `To make sure that it is you, we send a code to ${to}.`),
      button('send-code', {
        text: 'Send code',
        style: 'primary',
        do: { ...call(begin, { token }), busy: { text: 'Sending the code' } },
      }),
    ),
  ])
}

interface UsedScreen extends Shown {
  sendNewLink: Named
  /** A newer link was sent, and nobody has used it yet. */
  isNewSent: boolean
}

export function usedScreen({ to, token, sendNewLink, isNewSent }: UsedScreen): ScreenBody {
  const how = isNewSent
    ? `We sent a new link to ${to}. Open the newest email, and use the link in it.`
    : `To read the message again, get a new link. It goes to ${to}.`
  return frame([
    text('used-lead', 'This link was used. Each link works once.', 'lead'),
    card(
      text('used-how', how),
      button('new-link', {
        text: isNewSent ? 'Send another link' : 'Send a new link',
        ...(isNewSent ? {} : { style: 'primary' }),
        do: { ...call(sendNewLink, { token }), busy: { text: 'Sending the link' } },
      }),
    ),
  ])
}

export function codeScreen(blocks: BlockList): ScreenBody {
  return frame([card(...blocks)])
}

const overWords = {
  unknown: 'This link does not work. Check that you opened the whole link of the email.',
  withdrawn: 'The sender has withdrawn this message. It can no longer be read.',
  expired: 'The time to read this message is over. Please ask the sender to send it again.',
} as const

export function linkOverScreen(why: keyof typeof overWords): ScreenBody {
  return frame([{ kind: 'notice', id: 'link-over', tone: 'info', text: overWords[why] }])
}

interface ReadScreen {
  mail: ShownMail
  token: string
  timeZone: string
}

export function readScreen({ mail, token, timeZone }: ReadScreen): ScreenBody {
  const { content, writtenAt, expiresAt } = mail
  const { subject, author, to, records = [] } = content
  return frame([
    text('subject', subject, 'heading'),
    {
      kind: 'thread',
      id: 'message',
      label: subject,
      entries: [
        {
          id: 'entry-message',
          side: 'start',
          from: senderName(author),
          to: `to ${to}`,
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
            kind: 'section' as const,
            id: 'records',
            title: 'Visit records',
            card: true,
            blocks: records.flatMap(({ day, bytes }, at) => recordBlocks({ day, bytes, number: at + 1, token })),
          },
        ]),
    ...(expiresAt
      ? [text('until', `You can read this message until ${momentText(expiresAt, timeZone)}.`, 'small')]
      : []),
    button('print-message', { text: 'Print', do: { type: 'print' } }),
  ])
}

interface RecordRow {
  day: string
  bytes: number
  number: number
  token: string
}

function recordBlocks({ day, bytes, number, token }: RecordRow): BlockList {
  const place = { token, record: String(number) }
  return [
    text(`record-${number}`, `Visit record of ${dateText(day)}`, 'subheading'),
    {
      kind: 'stack',
      id: `record-${number}-files`,
      direction: 'across',
      blocks: [
        button(`record-${number}-pdf`, {
          text: 'Download PDF',
          do: { type: 'download', href: mailPaths.recordPdf(place) },
        }),
        button(`record-${number}-xml`, {
          text: `Download XML, for other programs (${fileSize(bytes)})`,
          style: 'link',
          do: { type: 'download', href: mailPaths.recordXml(place) },
        }),
      ],
    },
  ]
}
