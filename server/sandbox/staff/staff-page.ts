import escapeHtml from 'escape-html'
import type { ListedDocument } from '../areas/documents/documents.store.ts'
import type { Fault } from '../control/faults.ts'
import type { HeldTime } from '../areas/booking/holds.store.ts'
import type { VideoVisit } from '../areas/video-visits/video-visits.store.ts'

/** Work of the portal beside its requests. What it is about is not shown. */
export interface BackgroundJob {
  name: string
  state: 'waiting' | 'active' | 'given up'
  tries: number
  addedAt: Date
  /** Of one that waits. */
  nextTryAt: Date | undefined
}

export interface StaffPage {
  now: number
  visits: readonly VideoVisit[]
  holds: readonly HeldTime[]
  uploads: readonly ListedDocument[]
  faults: readonly Fault[]
  practices: readonly string[]
  /** Undefined where nobody tells them. */
  jobs: readonly BackgroundJob[] | undefined
  /** Goes with every form, so that no page of another site can send one. */
  token: string
  /** Why a form was not done; empty when none was refused. */
  refused: string
}

/** What the office of a practice would see: for people who try the portal. */
export function staffPage({ visits, holds, uploads, faults, jobs, refused, ...page }: StaffPage): string {
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
<li><a href="#holds">Held times</a></li>
<li><a href="#uploads">Uploads</a></li>
<li><a href="#faults">Faults</a></li>
${jobs ? '<li><a href="#jobs">Background jobs</a></li>\n' : ''}<li><a href="/outbox">Mail and text messages</a></li>
</ul></nav>
${section('visits', 'Video visits of today', `${visitsOf(visits, page.now)}\n${visitForm(page)}`)}
${section('holds', 'Held times', tableOf(holds, { columns: holdColumns, none: 'Nobody holds a time.' }))}
${section('uploads', 'Uploads', tableOf(uploads, { columns: uploadColumns, none: 'Nobody has uploaded anything.' }))}
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
  /** Markup. */
  cell: (item: T) => string
  isFigure?: boolean
}

interface Table<T> {
  columns: readonly Column<T>[]
  /** Stands there when there is no row. */
  none: string
}

/** On a narrow screen each cell stands beside its name, which is why it carries it. */
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
    : '<p>The portal tells the provider’s link when the patient has seen the appointment there.</p>'
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

const holdColumns: Column<HeldTime>[] = [
  { name: 'Time', cell: (hold) => whenOf(hold) },
  { name: 'Practice', cell: ({ practice }) => escapeHtml(practice) },
  { name: 'Provider', cell: ({ provider }) => escapeHtml(provider) },
  { name: 'Held until', cell: ({ zone, expiresAt }) => escapeHtml(clockIn(zone, expiresAt)) },
]

const uploadColumns: Column<ListedDocument>[] = [
  { name: 'Received', cell: ({ zone, receivedAt }) => escapeHtml(clockIn(zone, receivedAt)) },
  { name: 'Practice', cell: ({ practice }) => escapeHtml(practice) },
  { name: 'Patient', cell: ({ patient, appointmentN }) => `${escapeHtml(patient)}, appointment ${appointmentN}` },
  { name: 'Category', cell: ({ category, other }) => escapeHtml(other ? `${category}: ${other}` : category) },
  {
    name: 'File',
    cell: ({ practice, storageName, fileName }) =>
      `<a href="/${encodeURIComponent(practice)}/documents/${storageName}" download>${escapeHtml(fileName)}</a>`,
  },
  { name: 'Type', cell: ({ fileType }) => escapeHtml(fileType) },
  { name: 'Size (MB)', cell: ({ fileSize }) => fileSize.toFixed(3), isFigure: true },
]

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

/** A job belongs to no practice and no zone. */
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
