import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffPage } from './staff-page.ts'
import { openTestSandbox, type TestSandbox } from '../../../tests/support/test-sandbox.ts'

const lines: string[] = []
let sandbox: TestSandbox
beforeAll(async () => {
  const { log: logger } = fastify({ logger: { level: 'error', stream: { write: (line) => void lines.push(line) } } })
  sandbox = await openTestSandbox({ token: 'of this machine', logger })
})
afterAll(() => sandbox.close())

const page = async () => (await sandbox.app.inject({ url: '/staff' })).body
const api = (url: string, payload?: object) =>
  sandbox.app.inject({ method: 'POST', url: `/lakeside/api/Provider/${url}`, payload })
const send = (url: string, fields: Record<string, string>) =>
  sandbox.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const tokenIn = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''

async function bookVideo(): Promise<number> {
  const { rows } = await sandbox.database.db.execute<{ appointment_n: number }>(
    `insert into appointments (practice, patient_n, employee_n, facility_n, starts_at, duration, type_name, mode)
     select 'lakeside', 1001, employee_n, facility_n, '2026-02-25T15:03:00Z', 15, 'Video visit', 'telederm'
     from provider_facilities where practice = 'lakeside' and employee_n = 103 and rank = 0 returning appointment_n`,
  )
  return rows[0]?.appointment_n ?? 0
}

test('video visits of today stand on the staff page with the way in, once the portal has sent it', async () => {
  const number = await bookVideo()
  expect(await page()).toContain(`<dd>${number}</dd>`)
  expect(await page()).not.toContain('Join as the provider')
  const response = await api(`TeleHealth/SetProviderLink?appt_id=${number}`, {
    Url: "http://localhost:3000/appointment/tele/a/b?'&x",
  })
  expect([response.statusCode, response.json()]).toEqual([200, true])
  expect(await page()).toContain('href="http://localhost:3000/appointment/tele/a/b?&#39;&amp;x"')
  await api(`TeleHealth/RoomAccess?appt_id=${number}&room=r1&participant=patient`)
  await api(`TeleHealth/UpdatePatientCallStatus?isPatientJoined=1&appt_id=${number}`)
  expect(await page()).toContain('the patient is there')
  await api(`TeleHealth/UpdatePatientCallStatus?isPatientJoined=0&appt_id=${number}`)
  expect(await page()).toContain('the patient was there')
  await api(`TeleHealth/EndVisit?appt_id=${number}&room=r1`)
  expect(await page()).toContain('<dd>ended</dd>')
})

test('an unknown appointment and an address that is none are refused', async () => {
  const calls = [
    api('TeleHealth/SetProviderLink?appt_id=1', { Url: 'https://portal.example.org/x' }),
    api('TeleHealth/EndVisit?appt_id=1&room=r'),
    api('TeleHealth/SetProviderLink?appt_id=1', { Url: 'javascript:alert(1)' }),
    api('TeleHealth/UpdatePatientCallStatus?isPatientJoined=2&appt_id=1'),
  ]
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 400, 400])
})

test('faults are switched by forms of this page and by no other', async () => {
  const token = tokenIn(await page())
  const fault = { kind: 'down', practice: 'lakeside', path: '<b>', times: '2' }
  expect((await send('/staff/faults', { ...fault, token: 'guessed' })).statusCode).toBe(403)
  expect(await page()).toContain('Everything works.')
  const done = await send('/staff/faults', { ...fault, token })
  expect([done.statusCode, done.headers.location]).toEqual([303, '/staff'])
  expect(await page()).toContain('<span>&lt;b&gt;</span>')
  expect((await send('/staff/faults/clear', { token: 'guessed' })).statusCode).toBe(403)
  await send('/staff/faults/clear', { token })
  expect(await page()).toContain('Everything works.')
})

test('a video visit for now is booked from the page, at a time that nobody else has', async () => {
  const token = tokenIn(await page())
  const before = (await page()).split('<h3>').length
  // More than there are providers of video visits: any other who is free stands in.
  for (let booked = 1; booked <= 4; booked++) {
    expect((await send('/staff/visits', { token, patient: '1001' })).statusCode).toBe(303)
    expect((await page()).split('<h3>').length).toBe(before + booked)
  }
  const answers = [
    await send('/staff/visits', { token: 'guessed', patient: '1001' }),
    await send('/staff/visits', { token, patient: '999999' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 409])
  expect(answers[1]?.body).toContain('<p class="refused" role="alert">No provider is free now')
  expect(answers[1]?.headers['content-type']).toContain('text/html')
})

test('a form that does not fit is refused in words for people', async () => {
  const form = { token: tokenIn(await page()), kind: 'down', practice: '', path: '', times: '' }
  for (const wrong of [{ times: 'often' }, { path: 'x'.repeat(201) }, { kind: 'earthquake' }]) {
    const { statusCode, body } = await send('/staff/faults', { ...form, ...wrong })
    expect(statusCode).toBe(400)
    expect(body).toContain('<p class="refused" role="alert">That form could not be read.')
    expect(body).not.toMatch(/must (NOT|match|be)|body\//)
  }
  expect(await page()).toContain('Everything works.')
})

test('a page that fails tells its reader little and the log everything', async () => {
  const { db } = sandbox.database
  await db.execute('alter table documents rename to documents_gone')
  try {
    const answer = await sandbox.app.inject({ url: '/staff' })
    expect([answer.statusCode, answer.json()]).toEqual([500, { message: 'The record server failed.' }])
  } finally {
    await db.execute('alter table documents_gone rename to documents')
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('rows.ts') // the place of the failure
  expect(lines[0]).toContain('caused by') // and its cause
})

test('the page runs nothing, and what it shows is escaped', async () => {
  await sandbox.database.db.execute(
    `update patients set first_name = '<script>x</script>' where practice = 'lakeside' and patient_n = 1001`,
  )
  const answer = await sandbox.app.inject({ url: '/staff' })
  expect(answer.body).not.toContain('<script>')
  expect(answer.body).toContain('&lt;script&gt;')
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
})

test('held times are listed until they end', async () => {
  await sandbox.database.db.execute(
    `insert into slot_holds (practice, employee_n, facility_n, starts_at, duration, expires_at)
     select practice, employee_n, facility_n, '2026-03-02T15:00:00Z', 15, '2026-02-25T15:05:00Z'
     from provider_facilities where practice = 'lakeside' and employee_n = 103 and rank = 0`,
  )
  expect(await page()).toContain('Mar 2, 2026')
  sandbox.clock.now = new Date('2026-02-25T15:06:00Z')
  expect(await page()).toContain('Nobody holds a time.')
})

test('uploads are listed with patient, category, name and size, and the stored file can be saved', async () => {
  expect(await page()).toContain('Nobody has uploaded anything.')
  const appointment = await bookVideo()
  const token = (
    await sandbox.app.inject({ url: `/lakeside/api/GetAuthenticationToken/${appointment}` })
  ).json<string>()
  const content = Buffer.from('%PDF-1.4 words')
  const file = {
    DocumentType: 'other',
    OtherDocument: 'Passport <b>',
    FileName: 'scan "1".pdf',
    FileType: 'application/pdf',
    FileSize: 1.25,
    Base64EncodedFile: content.toString('base64'),
    Appointment_N: appointment,
    Reference: 'one',
  }
  const sent = await sandbox.app.inject({
    method: 'POST',
    url: '/lakeside/api/Convertbase64ToImage',
    headers: { token },
    payload: { Appointment_N: appointment, Files: [file] },
  })
  expect(sent.statusCode).toBe(200)
  const html = await page()
  const patient = `Alvarez, appointment ${appointment}`
  for (const words of [patient, 'other: Passport &lt;b&gt;', 'scan &quot;1&quot;.pdf', '1.250'])
    expect(html).toContain(words)
  const saved = await sandbox.app.inject({ url: /href="(\/lakeside\/documents\/[^"]+)"/.exec(html)?.[1] ?? '' })
  expect([saved.statusCode, saved.rawPayload.equals(content)]).toEqual([200, true])
  expect(saved.headers['content-disposition']).toContain('attachment')
  expect(saved.headers['x-content-type-options']).toBe('nosniff')
})

test('a fault that is switched on spoils as many calls as were asked for', async () => {
  const token = tokenIn(await page())
  await send('/staff/faults', {
    kind: 'refuse',
    practice: 'lakeside',
    path: 'GetDocumentCategories',
    times: '2',
    token,
  })
  const calls = async () =>
    (await sandbox.app.inject({ url: '/lakeside/api/Provider/GetDocumentCategories' })).statusCode
  expect([await calls(), await calls(), await calls()]).toEqual([400, 400, 200])
})

test('the office writes to a patient from the page, and answers in the thread of what a patient wrote', async () => {
  const token = tokenIn(await page())
  const read = async (path: string) =>
    (await sandbox.app.inject({ url: `/lakeside/api/${path}` })).json<{ Items: Record<string, unknown>[] }>().Items
  const form = { token, from: 'lakeside group 2', patient: '1006', priority: 'high', subject: 'Hello <b>' }
  const done = await send('/staff/messages', { ...form, text: 'One & two\r\nthree\r\n\r\nfour' })
  expect([done.statusCode, done.headers.location]).toEqual([303, '/staff#messages'])
  const [first] = await read('GetInbox?patient_n=1006')
  expect(first).toMatchObject({ SENDER_NAME: 'Billing Office', IsRead: 0, Priority: 1, Subject: 'Hello <b>' })
  const [full] = await read(`GetMessageThread?patient_n=1006&id=${Number(first?.ID)}`)
  expect(full?.Body).toBe('<p>One &amp; two<br>three</p><p>four</p>')
  expect(await page()).toContain('<strong>Hello &lt;b&gt;</strong><br>')

  const { ID: message } = (
    await sandbox.app.inject({
      method: 'POST',
      url: '/lakeside/api/SendMsgToEmr',
      payload: {
        KEY: 'one',
        PATIENT_N: 1006,
        THREAD_ID: first?.ID,
        Subject: 'A question',
        Body: '<p>Why?</p>',
        Priority: 0,
        Recipients: [{ ID: 101, Is_Group: false }],
      },
    })
  ).json<{ ID: number }>()
  expect(await page()).toContain(`name="message" value="${message}"`)
  const answer = { token, practice: 'lakeside', message: String(message), text: 'Because.' }
  expect((await send('/staff/messages/answer', answer)).statusCode).toBe(303)
  const thread = await read(`GetMessageThread?patient_n=1006&id=${Number(first?.ID)}`)
  expect(thread.at(-1)).toMatchObject({
    SENDER_NAME: 'Helen Marchetti',
    Subject: 'Re: A question',
    Body: '<p>Because.</p>',
  })

  const refused = [
    await send('/staff/messages', { ...form, text: 'x', token: 'guessed' }),
    await send('/staff/messages', { ...form, text: 'x', patient: '999999' }),
    await send('/staff/messages', { ...form, text: 'x', from: 'lakeside group 9' }),
    await send('/staff/messages', { ...form, text: ' ' }),
    await send('/staff/messages', { ...form, text: 'x', subject: 'a\nb' }),
    await send('/staff/messages/answer', { ...answer, token: 'guessed' }),
    await send('/staff/messages/answer', { ...answer, message: String(first?.ID) }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 404, 404, 400, 400, 403, 404])
})

test('a result is released to a patient from the page; without a message its physician has not reviewed it', async () => {
  const form = { token: tokenIn(await page()), practice: 'lakeside', patient: '1006' }
  const done = await send('/staff/results', { ...form, text: '' })
  expect([done.statusCode, done.headers.location]).toEqual([303, '/staff#results'])
  expect((await send('/staff/results', { ...form, text: 'Fine & well' })).statusCode).toBe(303)
  const results = (await sandbox.app.inject({ url: '/lakeside/api/testResultData?patient_n=1006' })).json<object[]>()
  const common = { TestType: 'Lipid panel', IsReviewed: 0 }
  expect(results).toMatchObject([
    { ...common, IS_PENDING_REVIEW: 0, Annotation: '<p>Fine &amp; well</p>' },
    { ...common, IS_PENDING_REVIEW: 1, Annotation: '' },
  ])
  const refused = [
    await send('/staff/results', { ...form, text: '', token: 'guessed' }),
    await send('/staff/results', { ...form, text: '', patient: '999999' }),
    await send('/staff/results', { ...form, text: '', patient: 'x' }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 404, 400])
})

test('the page leads to each of its parts and to the outbox', async () => {
  const html = await page()
  const leads = [...html.matchAll(/<li><a href="([^"]+)"/g)].map(([, to = '']) => to)
  expect(leads).toEqual(
    '#visits #links #holds #uploads #payments #invoices #messages #results #faults /outbox'.split(' '),
  )
  for (const part of leads.filter((to) => to.startsWith('#'))) expect(html).toContain(`<section id="${part.slice(1)}"`)
  for (const style of ['/outbox/outbox.css', '/staff/staff.css'])
    expect([html.includes(style), (await sandbox.app.inject({ url: style })).statusCode]).toEqual([true, 200])
})

test('background jobs of the portal are shown if the portal lists them, escaped and without what they are about', async () => {
  expect(await page()).not.toContain('Background jobs')
  const addedAt = new Date('2026-02-25T15:00:00Z')
  const jobs = [
    { name: 'a <b>', state: 'waiting', tries: 2, addedAt, nextTryAt: new Date('2026-02-25T15:10:00Z') },
    {
      name: 'other',
      state: 'given up',
      tries: 9,
      addedAt,
      givenUpAt: new Date('2026-02-25T16:00:00Z'),
      input: 'secret',
    },
  ] as const
  const lists = {
    visits: [],
    links: [],
    holds: [],
    uploads: [],
    payments: [],
    invoices: [],
    messages: [],
    senders: [],
    faults: [],
    practices: [],
  }
  const draw = (listed: Parameters<typeof staffPage>[0]['jobs']) =>
    staffPage({ ...lists, now: 0, token: '', refused: '', jobs: listed })
  const html = draw(jobs.map((job) => ({ nextTryAt: undefined, ...job })))
  for (const words of ['<a href="#jobs">', 'a &lt;b&gt;', 'waiting', '3:10:00 PM UTC', 'given up'])
    expect(html).toContain(words)
  expect(html).not.toContain('secret')
  expect(draw([])).toContain('No job waits')
})
