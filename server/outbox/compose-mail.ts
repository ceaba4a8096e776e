import escapeHtml from 'escape-html'
import { mailPage } from './mail-page.ts'
import type { MailContent } from './outbox.ts'

/** Who sends a mail, as patients know it. */
export interface MailPractice {
  name: string
  /** Its initials; may be empty. */
  mark: string
  /** Formatted, with its link; the text is empty if the practice has no number. */
  phone: { text: string; href?: string }
  /** `#rrggbb`, readable on white (licensees/settings/contrast.ts). */
  color: string
}

/** The parts of a mail in both formats, with the same words in the same order. */
export interface ComposedMail {
  subject: string
  text: string
  html: string
}

/** One part of a mail as plain text and as HTML. */
interface Part {
  text: string
  html: string
}

/**
 * Makes plain text and HTML of the words of a mail. Control characters and characters that change the direction of text
 * are removed, and everything else is escaped, so that a name adds neither a header nor a line nor markup. Throws if a
 * link does not lead to a web address.
 */
export function composeMail(content: MailContent, practice: MailPractice): ComposedMail {
  const subject = oneLine(content.subject)
  const name = oneLine(practice.name)
  const head = { text: name, html: headHtml(name, practice) }
  const parts = [...mainParts(content, practice.color), ...detailParts(content)]
  const foot = footParts(content, { ...practice, name })
  const all = [head, ...parts, ...foot]
  return {
    subject,
    text: `${all.map(({ text }) => text).join('\n\n')}\n`,
    html: mailPage({
      title: escapeHtml(subject),
      head: head.html,
      body: parts.map(({ html }) => html).join('\n'),
      foot: foot.map(({ html }) => html).join('\n'),
    }),
  }
}

function headHtml(name: string, { mark: initials, color }: Pick<MailPractice, 'mark' | 'color'>): string {
  const words = `<td class="words" style="font-size:16px;line-height:1.4;font-weight:600;color:#1f2a30;overflow-wrap:anywhere" dir="auto">${escapeHtml(name)}</td>`
  const mark = initials
    ? `<td width="40" style="padding:0 12px 0 0;vertical-align:top"><div aria-hidden="true" style="width:40px;height:40px;line-height:40px;border-radius:10px;background:${escapeHtml(color)};color:#ffffff;font-size:16px;font-weight:700;text-align:center">${escapeHtml(initials)}</div></td>`
    : ''
  return `${headBegin}<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${mark}${words}</tr></table>${headEnd}`
}

/** Around the head, so that a logo can take its place when the mail is sent. Escaped words never contain them. */
const headBegin = '<!--head-->'
const headEnd = '<!--/head-->'

/** A picture that travels with the mail; its size in px. */
interface MailPicture {
  cid: string
  width: number
  height: number
}

/**
 * Shows a logo instead of initials and name. Its ground is white also where the mail is dark. A mail program that shows
 * no pictures shows the name.
 */
export function withLogo(html: string, { cid, width, height }: MailPicture, name: string): string {
  const [begin, end] = [html.indexOf(headBegin), html.indexOf(headEnd)]
  if (begin < 0 || end < begin) return html // of an earlier version
  const image = `<div style="display:inline-block;padding:6px 8px;border-radius:6px;background:#ffffff"><img class="head" src="cid:${escapeHtml(cid)}" width="${width}" height="${height}" alt="${escapeHtml(oneLine(name))}" style="display:block;border:0;max-width:100%;height:auto;font-size:16px;line-height:1.4;font-weight:600;color:#1f2a30"></div>`
  return html.slice(0, begin) + image + html.slice(end + headEnd.length)
}

function mainParts({ sentence, code, list, quote, button }: MailContent, color: string): Part[] {
  return [sentencePart(sentence), codePart(code), listPart(list), quotePart(quote), buttonPart(button, color)].flat()
}

function sentencePart(sentence: string): Part {
  const words = oneLine(sentence)
  return {
    text: words,
    html: `<h1 class="words" style="margin:24px 0 0;font-size:20px;line-height:1.4;font-weight:600;color:#1f2a30;overflow-wrap:anywhere">${escapeHtml(words)}</h1>`,
  }
}

function codePart(code: MailContent['code']): Part[] {
  if (!code) return []
  const value = oneLine(code)
  return [
    {
      text: value,
      html: `<div class="shown words" style="display:inline-block;margin:16px 0 0;padding:12px 24px;border-radius:10px;background:#eef3f5;color:#1f2a30;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:32px;line-height:1.25;font-weight:700;letter-spacing:4px;-webkit-user-select:all;user-select:all">${escapeHtml(value)}</div>`,
    },
  ]
}

function listPart(list: MailContent['list']): Part[] {
  if (!list) return []
  const label = oneLine(list.label)
  const values = list.values.map(oneLine)
  const lines = values.map((value) => `<div dir="auto">${escapeHtml(value)}</div>`).join('')
  return [
    {
      text: [label, ...values].join('\n'),
      html: `${paragraph(label, '24px 0 8px')}
<div class="shown words" style="padding:12px 16px;border-radius:10px;background:#eef3f5;color:#1f2a30;font-size:16px;line-height:1.5;font-weight:600;overflow-wrap:anywhere">${lines}</div>`,
    },
  ]
}

/** In the text each line is marked, so that what somebody typed cannot pass for words of the practice. */
function quotePart(quote: MailContent['quote']): Part[] {
  if (!quote) return []
  const label = oneLine(quote.label)
  const lines = quote.text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(oneLine)
  return [
    {
      text: [label, ...lines.map((line) => `> ${line}`.trimEnd())].join('\n'),
      html: `${paragraph(label, '24px 0 8px')}
<blockquote class="quote words" dir="auto" style="margin:0;padding:4px 0 4px 16px;border-left:4px solid #b9c6cc;color:#1f2a30;font-size:16px;line-height:1.5;overflow-wrap:anywhere">${lines.map((line) => escapeHtml(line)).join('<br>')}</blockquote>`,
    },
  ]
}

/** The padding belongs to the cell for Outlook, which ignores that of links, and to the link elsewhere, so that all of it can be pressed. */
function buttonPart(button: MailContent['button'], color: string): Part[] {
  if (!button) return []
  const label = oneLine(button.label)
  const href = webAddress(button.href)
  const [address, ground] = [escapeHtml(href), escapeHtml(color)]
  return [
    {
      text: `${label}:\n${href}`,
      html: `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr><td class="button" bgcolor="${ground}" style="border:1px solid ${ground};border-radius:10px;background:${ground};mso-padding-alt:12px 24px"><a href="${address}" style="display:inline-block;padding:12px 24px;color:#ffffff;font-size:16px;line-height:1.4;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="muted" style="margin:12px 0 0;font-size:14px;line-height:1.5;color:#55636b;word-break:break-all"><a class="muted" href="${address}" style="color:#55636b;text-decoration:underline">${address}</a></p>`,
    },
  ]
}

function webAddress(text: string): string {
  const { href, protocol } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('a link of a mail leads to no web address')
  return href
}

function detailParts({ details = [] }: MailContent): Part[] {
  return details.map((each) => {
    const words = oneLine(each)
    return { text: words, html: paragraph(words, '16px 0 0') }
  })
}

function footParts({ why, stop }: MailContent, { name, phone }: MailPractice): Part[] {
  const number = oneLine(phone.text)
  const words = oneLine(why)
  const linked = phone.href
    ? `<a class="muted" href="${escapeHtml(phone.href)}" style="color:#55636b;text-decoration:underline;white-space:nowrap">${escapeHtml(number)}</a>`
    : escapeHtml(number)
  const contact = { text: `${name}, ${number}`, html: small(`${escapeHtml(name)}, ${linked}`) }
  return [...(number ? [contact] : []), { text: words, html: small(escapeHtml(words)) }, ...stopPart(stop)]
}

function stopPart(stop: MailContent['stop']): Part[] {
  if (!stop) return []
  const label = oneLine(stop.label)
  const href = webAddress(stop.href)
  const link = `<a class="muted" href="${escapeHtml(href)}" style="color:#55636b;text-decoration:underline">${escapeHtml(label)}</a>`
  return [{ text: `${label}:\n${href}`, html: small(link) }]
}

function paragraph(words: string, margin: string): string {
  return `<p class="words" style="margin:${margin};font-size:16px;line-height:1.5;color:#1f2a30;overflow-wrap:anywhere">${escapeHtml(words)}</p>`
}

function small(html: string): string {
  return `<p class="muted" style="margin:8px 0 0;font-size:14px;line-height:1.5;color:#55636b;overflow-wrap:anywhere">${html}</p>`
}

/** Control characters, line separators and those that override the direction of text become blanks. */
function oneLine(words: string): string {
  return words
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
