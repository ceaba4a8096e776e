import escapeHtml from 'escape-html'
import type { ListedInvoice } from '../areas/billing/billing.store.ts'
import type { ListedPayment } from '../areas/cards/cards.store.ts'
import type { ListedMessage, OfficeSender } from '../areas/messages/messages.store.ts'
import type { ListedDocument } from '../areas/documents/documents.store.ts'
import type { Fault } from '../control/faults.ts'
import type { LinkedAppointment } from '../areas/portal-links/portal-links.store.ts'
import type { HeldTime } from '../areas/booking/holds.store.ts'
import type { VideoVisit } from '../areas/video-visits/video-visits.store.ts'

/** A background job of the portal, without its input. */
export interface BackgroundJob {
  name: string
  state: 'waiting' | 'active' | 'given up'
  tries: number
  addedAt: Date
  /** Set for a waiting job. */
  nextTryAt: Date | undefined
}

export interface StaffPage {
  now: number
  visits: readonly VideoVisit[]
  links: readonly LinkedAppointment[]
  holds: readonly HeldTime[]
  uploads: readonly ListedDocument[]
  payments: readonly ListedPayment[]
  invoices: readonly ListedInvoice[]
  messages: readonly ListedMessage[]
  /** Who can write to patients. */
  senders: readonly OfficeSender[]
  faults: readonly Fault[]
  practices: readonly string[]
  /** Undefined if the caller provides none. */
  jobs: readonly BackgroundJob[] | undefined
  /** Sent with every form, so that another site cannot submit one. */
  token: string
  /** Why a submitted form was refused; empty if none was. */
  refused: string
}

/** What the office of a practice would see: for people who try the portal. */
export function staffPage({
  visits,
  links,
  holds,
  uploads,
  payments,
  invoices,
  messages,
  faults,
  jobs,
  refused,
  ...page
}: StaffPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>Sandbox staff page</title>
<link rel="stylesheet" href="/outbox/outbox.css">
<link rel="stylesheet" href="/staff/staff.css">
</head>
<body>
<main>
<h1>Sandbox staff page</h1>
<p>What the record server of the demo practices knows, for trying the portal. Nothing of it is real.</p>
${refused && `<p class="refused" role="alert">${escapeHtml(refused)}</p>`}
<nav aria-label="Parts of this page"><ul>
<li><a href="#visits">Video visits</a></li>
<li><a href="#links">Links of the portal</a></li>
<li><a href="#holds">Held times</a></li>
<li><a href="#uploads">Uploads</a></li>
<li><a href="#payments">Card payments</a></li>
<li><a href="#invoices">Printed invoices</a></li>
<li><a href="#messages">Messages</a></li>
<li><a href="#results">Test results</a></li>
<li><a href="#faults">Faults</a></li>
${jobs ? '<li><a href="#jobs">Background jobs</a></li>\n' : ''}<li><a href="/outbox">Mail and text messages</a></li>
</ul></nav>
${section('visits', 'Video visits of today', `${visitsOf(visits, page.now)}\n${visitForm(page)}`)}
${section('links', 'Links of the portal', tableOf(links, { columns: linkColumns(page), none: 'The portal has told no links.' }))}
${section('holds', 'Held times', tableOf(holds, { columns: holdColumns, none: 'Nobody holds a time.' }))}
${section('uploads', 'Uploads', tableOf(uploads, { columns: uploadColumns, none: 'Nobody has uploaded anything.' }))}
${section('payments', 'Card payments', `${tableOf(payments, { columns: paymentColumns(page), none: 'Nobody has paid by card.' })}\n${paymentLinkForm(page)}`)}
${section('invoices', 'Printed invoices', tableOf(invoices, { columns: invoiceColumns, none: 'No invoice was printed.' }))}
${section('messages', 'Messages', `${tableOf(messages, { columns: messageColumns(page), none: 'Nobody has written.' })}\n${messageForm(page)}`)}
${section('results', 'Test results', resultForm(page))}
${section('faults', 'Faults', `${tableOf(faults, { columns: faultColumns, none: 'Everything works.' })}\n${faultForms(page)}`)}
${jobs ? jobsSection(jobs) : ''}</main>
</body>
</html>
`
}

function section(id: string, title: string, content: string): string {
  return `<section id="${id}" aria-labelledby="${id}-title">\n<h2 id="${id}-title">${title}</h2>\n${content}\n</section>`
}

interface Column<T> {
  name: string
  /** Returns HTML. */
  cell: (item: T) => string
  isFigure?: boolean
}

interface Table<T> {
  columns: readonly Column<T>[]
  /** The text of an empty table. */
  none: string
}

/** Each cell has its column name, because on a narrow screen it is shown beside it. */
function tableOf<T>(items: readonly T[], { columns, none }: Table<T>): string {
  if (items.length === 0) return `<p>${none}</p>`
  const classOf = ({ isFigure }: Column<T>) => (isFigure ? ' class="figure"' : '')
  const heads = columns.map((column) => `<th scope="col"${classOf(column)}>${column.name}</th>`)
  const rows = items.map((item) => {
    const cells = columns.map(
      (column) => `<td data-name="${column.name}"${classOf(column)}><span>${column.cell(item)}</span></td>`,
    )
    return `<tr>${cells.join('')}</tr>`
  })
  return `<div class="rows"><table>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`
}

function visitsOf(visits: readonly VideoVisit[], now: number): string {
  if (visits.length === 0) return '<p>There is no video visit today.</p>'
  return visits.map((visit) => `<article>\n${visitOf(visit, now)}\n</article>`).join('\n')
}

function visitOf(visit: VideoVisit, now: number): string {
  const { practice, patient, provider, providerLink, appointmentN } = visit
  const link = providerLink
    ? `<p><a href="${escapeHtml(providerLink)}" rel="noreferrer">Join as the provider</a></p>`
    : '<p>The portal sends the provider’s link after the patient signs in, or when the patient joins.</p>'
  return `<h3>${whenOf(visit)}</h3>
${factsOf({
  Practice: practice,
  Appointment: String(appointmentN),
  Provider: provider,
  Patient: patient,
  State: stateOf(visit, now),
})}
${link}`
}

function stateOf(visit: VideoVisit, now: number): string {
  const { isCancelled, endedAt, isPatientJoined, patientJoinedAt, providerJoinedAt, startsAt, minutes } = visit
  if (isCancelled) return 'cancelled'
  if (endedAt !== null) return 'ended'
  if (isPatientJoined) return 'the patient is there'
  if (patientJoinedAt !== null) return 'the patient was there'
  if (providerJoinedAt !== null) return 'the provider was there'
  return startsAt + minutes * 60_000 < now ? 'nobody came' : 'nobody is there yet'
}

/** The links of an appointment, for reminders, and the button that ends them. */
function linkColumns({ token }: Pick<StaffPage, 'token'>): Column<LinkedAppointment>[] {
  return [
    { name: 'Time', cell: (linked) => whenOf(linked) },
    { name: 'Practice', cell: ({ practice }) => escapeHtml(practice) },
    {
      name: 'Patient',
      cell: ({ patient, appointmentN }) => `${escapeHtml(patient)}, appointment ${appointmentN}`,
    },
    {
      name: 'Links',
      cell: ({ prepareUrl, uploadUrl, visitUrl, portalUrl }) =>
        [
          anchor(prepareUrl, 'Prepare'),
          anchor(uploadUrl, 'Upload'),
          anchor(visitUrl, 'Video visit'),
          anchor(prepareUrl ? '' : portalUrl, 'Portal'),
        ]
          .filter(Boolean)
          .join(', '),
    },
    {
      name: 'State',
      cell: ({ isEnded, practice, appointmentN }) =>
        isEnded
          ? 'ended'
          : `<form class="inline" method="post" action="/staff/links/end">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<input type="hidden" name="practice" value="${escapeHtml(practice)}">
<input type="hidden" name="appointment" value="${appointmentN}">
<button class="quiet" aria-label="End the links of appointment ${appointmentN}">End the links</button></form>`,
    },
  ]
}

const anchor = (href: string, words: string) => href && `<a href="${escapeHtml(href)}" rel="noreferrer">${words}</a>`

const holdColumns: Column<HeldTime>[] = [
  { name: 'Time', cell: (hold) => whenOf(hold) },
  { name: 'Practice', cell: ({ practice }) => escapeHtml(practice) },
  { name: 'Provider', cell: ({ provider }) => escapeHtml(provider) },
  { name: 'Held until', cell: ({ zone, expiresAt }) => escapeHtml(clockIn(zone, expiresAt)) },
]

const uploadColumns: Column<ListedDocument>[] = [
  { name: 'Received', cell: ({ zone, receivedAt }) => escapeHtml(clockIn(zone, receivedAt)) },
  { name: 'Practice', cell: ({ practice }) => escapeHtml(practice) },
  {
    name: 'Patient',
    cell: ({ patient, appointmentN }) =>
      `${escapeHtml(patient)}, ${appointmentN === null ? 'chart' : `appointment ${appointmentN}`}`,
  },
  { name: 'Category', cell: ({ category, other }) => escapeHtml(other ? `${category}: ${other}` : category) },
  {
    name: 'File',
    cell: ({ practice, storageName, fileName }) =>
      `<a href="/${encodeURIComponent(practice)}/documents/${storageName}" download>${escapeHtml(fileName)}</a>`,
  },
  { name: 'Type', cell: ({ fileType }) => escapeHtml(fileType) },
  { name: 'Size (MB)', cell: ({ fileSize }) => fileSize.toFixed(3), isFigure: true },
]

/** What the card processor of a practice did, and the button that refunds it. */
function paymentColumns({ token }: Pick<StaffPage, 'token'>): Column<ListedPayment>[] {
  return [
    { name: 'Time', cell: ({ zone, at }) => escapeHtml(clockIn(zone, at)) },
    { name: 'Practice', cell: ({ practice }) => escapeHtml(practice) },
    { name: 'Patient', cell: ({ patient }) => escapeHtml(patient) },
    { name: 'Card', cell: ({ card }) => escapeHtml(card) },
    { name: 'Amount ($)', cell: ({ amount }) => (amount / 100).toFixed(2), isFigure: true },
    { name: 'Transaction', cell: ({ transactionId }) => escapeHtml(transactionId ?? '') },
    {
      name: 'State',
      cell: ({ status, message, practice, reference }) =>
        status !== 'approved'
          ? escapeHtml(message || status)
          : `<form class="inline" method="post" action="/staff/payments/refund">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<input type="hidden" name="practice" value="${escapeHtml(practice)}">
<input type="hidden" name="reference" value="${escapeHtml(reference)}">
<button class="quiet">Refund</button></form>`,
    },
  ]
}

const invoiceColumns: Column<ListedInvoice>[] = [
  { name: 'Time', cell: ({ zone, at }) => escapeHtml(clockIn(zone, at)) },
  { name: 'Practice', cell: ({ practice }) => escapeHtml(practice) },
  { name: 'Patient', cell: ({ patient }) => escapeHtml(patient) },
  { name: 'Number', cell: ({ number }) => String(number), isFigure: true },
  { name: 'Amount ($)', cell: ({ amount }) => (amount / 100).toFixed(2), isFigure: true },
]

/** What patients and the office wrote last, and the form that answers a patient. */
function messageColumns({ token }: Pick<StaffPage, 'token'>): Column<ListedMessage>[] {
  return [
    { name: 'Time', cell: ({ zone, sentAt }) => escapeHtml(clockIn(zone, sentAt)) },
    { name: 'Practice', cell: ({ practice }) => escapeHtml(practice) },
    { name: 'From', cell: ({ senderName }) => escapeHtml(senderName) },
    {
      name: 'To',
      cell: ({ direction, patient, recipients }) =>
        escapeHtml(direction === 'IN' ? patient : recipients.map(({ name }) => name).join(', ')),
    },
    {
      name: 'Message',
      cell: ({ subject, text, direction, practice, messageId }) => {
        const words = `<strong>${escapeHtml(subject)}</strong><br>${escapeHtml(text)}`
        return direction === 'IN' ? words : `${words}\n${answerForm({ token, practice, messageId })}`
      },
    },
    { name: 'State', cell: ({ direction, isRead }) => (direction === 'OUT' ? '' : isRead ? 'read' : 'unread') },
  ]
}

function answerForm({ token, practice, messageId }: Pick<ListedMessage, 'practice' | 'messageId'> & { token: string }) {
  return `<form class="inline" method="post" action="/staff/messages/answer">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<input type="hidden" name="practice" value="${escapeHtml(practice)}">
<input type="hidden" name="message" value="${messageId}">
<label><textarea name="text" rows="2" maxlength="10000" required aria-label="Answer to message ${messageId}"></textarea></label>
<button class="quiet">Answer</button></form>`
}

const faultColumns: Column<Fault>[] = [
  { name: 'Kind', cell: ({ kind }) => kind },
  { name: 'Practice', cell: ({ practice = 'every practice' }) => escapeHtml(practice) },
  { name: 'Calls', cell: ({ path = '' }) => escapeHtml(path || 'all') },
  { name: 'Times', cell: ({ times }) => (times === undefined ? 'until it is cleared' : String(times)), isFigure: true },
  { name: 'Delay (ms)', cell: ({ delayMs }) => (delayMs === undefined ? '' : String(delayMs)), isFigure: true },
]

function jobsSection(jobs: readonly BackgroundJob[]): string {
  const intro =
    '<p>What the portal does beside its requests: messages, reminders, reviews. Jobs that are done are not listed.</p>'
  const table = tableOf(jobs, { columns: jobColumns, none: 'No job waits, and none was given up in the last month.' })
  return `${section('jobs', 'Background jobs', `${intro}\n${table}`)}\n`
}

const jobColumns: Column<BackgroundJob>[] = [
  { name: 'Job', cell: ({ name }) => escapeHtml(name).replaceAll('.', '.<wbr>') },
  { name: 'State', cell: ({ state }) => escapeHtml(state) },
  { name: 'Tries', cell: ({ tries }) => String(tries), isFigure: true },
  { name: 'Added', cell: ({ addedAt }) => instantOf(addedAt) },
  { name: 'Next try', cell: ({ nextTryAt }) => instantOf(nextTryAt) },
]

/** Jobs belong to no practice and so to no zone. */
function instantOf(instant: Date | undefined): string {
  return instant ? escapeHtml(clockIn('UTC', instant.getTime())) : '–'
}

function factsOf(facts: Record<string, string>): string {
  const rows = Object.entries(facts).map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
  return `<dl>${rows.join('')}</dl>`
}

function whenOf({ startsAt, minutes, zone }: Pick<VideoVisit, 'startsAt' | 'minutes' | 'zone'>): string {
  return escapeHtml(`${clockIn(zone, startsAt)}, ${minutes} minutes`)
}

function clockIn(timeZone: string, instant: number): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'long' }).format(instant)
}

/** Books a video visit that starts soon, so that a first-time user can try joining. */
function visitForm({ token }: Pick<StaffPage, 'token'>): string {
  return `<form method="post" action="/staff/visits">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label><span>Number of a Lakeside patient; 1001 is Maria Alvarez</span>
<input name="patient" value="1001" inputmode="numeric" pattern="[1-9][0-9]{0,8}" required autocomplete="off"></label>
<button>Book a video visit for now</button>
</form>`
}

/** The office sends the link to a bill. */
function paymentLinkForm({ practices, token }: Pick<StaffPage, 'practices' | 'token'>): string {
  const names = practices.map((name) => `<option>${escapeHtml(name)}</option>`).join('')
  return `<form method="post" action="/staff/payments/link">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label><span>Practice</span><select name="practice">${names}</select></label>
<label><span>Number of a patient; 1011 is Eleanor Whitfield of Lakeside, who has no account</span>
<input name="patient" value="1011" inputmode="numeric" pattern="[1-9][0-9]{0,8}" required autocomplete="off"></label>
<label><span>By</span><select name="channel"><option value="sms">text</option><option value="mail">e-mail</option></select></label>
<button>Send a link to the bill</button>
</form>`
}

/** The office writes to a patient. */
function messageForm({ practices, senders, token }: Pick<StaffPage, 'practices' | 'senders' | 'token'>): string {
  const optionOf = ({ practice, id, name, isGroup }: OfficeSender) =>
    `<option value="${escapeHtml(`${practice} ${isGroup ? 'group' : 'physician'} ${id}`)}">${escapeHtml(name)}</option>`
  const groups = practices.map((practice) => {
    const own = senders.filter((sender) => sender.practice === practice)
    return `<optgroup label="${escapeHtml(practice)}">${own.map(optionOf).join('')}</optgroup>`
  })
  return `<form method="post" action="/staff/messages">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label><span>From</span><select name="from">${groups.join('')}</select></label>
<label><span>To: number of a patient there; 1001 is Maria Alvarez of Lakeside</span>
<input name="patient" value="1001" inputmode="numeric" pattern="[1-9][0-9]{0,8}" required autocomplete="off"></label>
<label><span>Priority</span><select name="priority"><option>normal</option><option>high</option></select></label>
<label><span>Subject</span><input name="subject" maxlength="200" required autocomplete="off"></label>
<label><span>Message</span><textarea name="text" rows="3" maxlength="10000" required></textarea></label>
<button>Send a message</button>
</form>`
}

/** The laboratory releases a result to a patient. */
function resultForm({ practices, token }: Pick<StaffPage, 'practices' | 'token'>): string {
  const names = practices.map((name) => `<option>${escapeHtml(name)}</option>`).join('')
  return `<form method="post" action="/staff/results">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label><span>Practice</span><select name="practice">${names}</select></label>
<label><span>Number of a patient; 1001 is Maria Alvarez of Lakeside</span>
<input name="patient" value="1001" inputmode="numeric" pattern="[1-9][0-9]{0,8}" required autocomplete="off"></label>
<label><span>The physician’s message; empty: not reviewed yet</span><textarea name="text" rows="3" maxlength="10000"></textarea></label>
<button>Release a lipid panel</button>
</form>`
}

const kinds: [Fault['kind'], string][] = [
  ['down', 'down: breaks the connection'],
  ['slow', 'slow: answers two seconds late'],
  ['hang', 'hang: never answers'],
  ['nonsense', 'nonsense: answers something else'],
  ['lost', 'lost: does it and does not say so'],
  ['refuse', 'refuse: says no'],
]

function faultForms({ practices, token }: Pick<StaffPage, 'practices' | 'token'>): string {
  const secret = `<input type="hidden" name="token" value="${escapeHtml(token)}">`
  const option = ([value, words]: readonly [string, string]) =>
    `<option value="${escapeHtml(value)}">${escapeHtml(words)}</option>`
  return `<form method="post" action="/staff/faults">
${secret}
<label><span>What goes wrong</span>
<select name="kind">${kinds.map(option).join('')}</select></label>
<label><span>Where</span>
<select name="practice">${[['', 'every practice'] as const, ...practices.map((each) => [each, each] as const)].map(option).join('')}</select></label>
<label><span>Part of the call’s path, or smtp for mail; empty: all calls</span>
<input name="path" autocomplete="off" maxlength="200"></label>
<label><span>How many calls; empty: until it is cleared</span>
<input name="times" inputmode="numeric" pattern="[1-9][0-9]{0,5}" autocomplete="off"></label>
<button>Switch on</button>
</form>
<form method="post" action="/staff/faults/clear">
${secret}
<button class="quiet">Clear all faults</button>
</form>`
}
