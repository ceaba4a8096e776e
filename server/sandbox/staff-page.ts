import type { Fault } from './faults.ts'
import type { HeldTime } from './holds.store.ts'
import { escaped } from './outbox-page.ts'
import type { VideoVisit } from './video-visits.store.ts'

export interface StaffPage {
  now: number
  visits: readonly VideoVisit[]
  holds: readonly HeldTime[]
  faults: readonly Fault[]
  practices: readonly string[]
  /** Goes with every form, so that no page of another site can send one. */
  token: string
}

/** What the office of a practice would see: for people who try the portal. */
export function staffPage({ visits, holds, faults, ...page }: StaffPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>Sandbox staff page</title>
<link rel="stylesheet" href="/outbox/outbox.css">
</head>
<body>
<main>
<h1>Sandbox staff page</h1>
<p>What the record server of the demo practices knows. <a href="/outbox">Mail and text messages</a></p>
<h2>Video visits</h2>
${listOf(visits, { draw: (visit) => visitOf(visit, page.now), none: 'There is no video visit today.' })}
${visitForm(page)}
<h2>Held times</h2>
${listOf(holds, { draw: holdOf, none: 'Nobody holds a time.' })}
<h2>Faults</h2>
${listOf(faults, { draw: faultOf, none: 'Everything works.' })}
${faultForms(page)}
</main>
</body>
</html>
`
}

function listOf<T>(items: readonly T[], { draw, none }: { draw: (item: T) => string; none: string }): string {
  return items.length > 0 ? items.map((item) => `<article>\n${draw(item)}\n</article>`).join('\n') : `<p>${none}</p>`
}

function visitOf(visit: VideoVisit, now: number): string {
  const { practice, patient, provider, providerLink, appointmentN } = visit
  const link = providerLink
    ? `<p><a href="${escaped(providerLink)}" rel="noreferrer">Join as the provider</a></p>`
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

function holdOf(hold: HeldTime): string {
  return `<h3>${whenOf(hold)}</h3>
${factsOf({ Practice: hold.practice, Provider: hold.provider, Until: clockIn(hold.zone, hold.expiresAt) })}`
}

function faultOf({ kind, practice = 'every practice', path = '', times, delayMs }: Fault): string {
  return factsOf({
    Kind: kind,
    Practice: practice,
    Calls: path || 'all',
    ...(times === undefined ? {} : { Times: String(times) }),
    ...(delayMs === undefined ? {} : { 'Delay in ms': String(delayMs) }),
  })
}

function factsOf(facts: Record<string, string>): string {
  const rows = Object.entries(facts).map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`)
  return `<dl>${rows.join('')}</dl>`
}

function whenOf({ startsAt, minutes, zone }: Pick<VideoVisit, 'startsAt' | 'minutes' | 'zone'>): string {
  return escaped(`${clockIn(zone, startsAt)}, ${minutes} minutes`)
}

function clockIn(timeZone: string, instant: number): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'long' }).format(instant)
}

/** A visit that can be joined at once is what whoever tries the portal lacks. */
function visitForm({ token }: Pick<StaffPage, 'token'>): string {
  return `<form method="post" action="/staff/visits">
<input type="hidden" name="token" value="${escaped(token)}">
<label for="patient">Number of a Lakeside patient; 1001 is Maria Alvarez</label>
<input id="patient" name="patient" value="1001" inputmode="numeric" pattern="[1-9][0-9]{0,8}" required autocomplete="off">
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
  const secret = `<input type="hidden" name="token" value="${escaped(token)}">`
  const option = ([value, words]: readonly [string, string]) =>
    `<option value="${escaped(value)}">${escaped(words)}</option>`
  return `<form method="post" action="/staff/faults">
${secret}
<label for="kind">What goes wrong</label>
<select id="kind" name="kind">${kinds.map(option).join('')}</select>
<label for="practice">Where</label>
<select id="practice" name="practice">${[['', 'every practice'] as const, ...practices.map((each) => [each, each] as const)].map(option).join('')}</select>
<label for="path">Part of the call’s path, or smtp for mail; empty: all calls</label>
<input id="path" name="path" autocomplete="off" maxlength="200">
<label for="times">How many calls; empty: until it is cleared</label>
<input id="times" name="times" inputmode="numeric" pattern="[1-9][0-9]{0,5}" autocomplete="off">
<button>Switch on</button>
</form>
<form method="post" action="/staff/faults/clear">
${secret}
<button>Clear all faults</button>
</form>`
}
