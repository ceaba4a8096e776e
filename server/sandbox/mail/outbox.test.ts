import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../tests/support/test-sandbox.ts'

let sandbox: TestSandbox
let port: number
beforeAll(async () => {
  sandbox = await openTestSandbox()
  port = await sandbox.app.takeMail(0)
})
afterAll(() => sandbox.close())
afterEach(async () => void (await sandbox.app.inject({ method: 'DELETE', url: '/sandbox/faults' })))

const fault = (payload: object) => sandbox.app.inject({ method: 'POST', url: '/sandbox/faults', payload })

async function mail(to: string, other: object = {}): Promise<unknown> {
  const transport = createTransport({ host: '127.0.0.1', port, socketTimeout: 500, connectionTimeout: 500 })
  return transport
    .sendMail({ from: 'portal@example.org', to, subject: 'Hello', text: 'Some words.', ...other })
    .finally(() => transport.close())
}

const form = { authorization: `Basic ${btoa('ACsandbox:secret')}`, 'content-type': 'application/x-www-form-urlencoded' }
const messages = '/2010-04-01/Accounts/ACsandbox/Messages.json'

function text(To: string, headers: Record<string, string> = form) {
  const payload = new URLSearchParams({ To, From: '+16175550100', Body: 'A < B & "C"' }).toString()
  return sandbox.app.inject({ method: 'POST', url: messages, headers, payload })
}

interface Kept {
  id: number
  html: string
  channel: string
  to: string
  subject: string
  text: string
  receivedAt: string
}

async function kept(query: Record<string, string> = {}): Promise<Kept[]> {
  const answer = await sandbox.app.inject({ url: '/outbox', query, headers: { accept: 'application/json' } })
  return answer.json()
}

const page = (query: Record<string, string> = {}) => sandbox.app.inject({ url: '/outbox', query })

test('what was sent is listed for its recipient alone, the newest first', async () => {
  await mail('ann@example.org', { subject: 'First' })
  await mail('Ann@Example.org', { subject: 'Second' })
  await mail('bob@example.org', { subject: 'Other' })
  await text('+16175550142')
  expect((await kept({ to: 'ann@example.ORG' })).map(({ subject }) => subject)).toEqual(['Second', 'First'])
  expect(await kept({ to: '617-555-0142' })).toMatchObject([
    { channel: 'sms', to: '+16175550142', text: 'A < B & "C"' },
  ])
  expect(await kept({ to: 'ann' })).toEqual([])
  expect(await kept({ to: '5550142' })).toEqual([])
  expect(await kept({ limit: '2' })).toHaveLength(2)
  expect((await kept()).map(({ to }) => to).slice(0, 2)).toEqual(['+16175550142', 'bob@example.org'])
  expect((await kept())[0]?.receivedAt).toBe('2026-02-25T15:00:00.000Z')
})

test('the same Message-ID twice is one mail, also when its answer was lost', async () => {
  await fault({ kind: 'lost', path: 'smtp', times: 1 })
  await expect(mail('cat@example.org', { messageId: '<one@example.org>' })).rejects.toThrow()
  await mail('cat@example.org', { messageId: '<one@example.org>' })
  expect(await kept({ to: 'cat@example.org' })).toHaveLength(1)
})

test('the page shows words as words and runs nothing', async () => {
  const bad = '<script>alert(1)</script><img src=x onerror="alert(2)">'
  await mail('dan@example.org', { subject: bad, text: bad, from: { name: bad, address: 'portal@example.org' } })
  const { body, headers } = await page()
  expect(headers['content-type']).toContain('text/html')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(body).not.toMatch(/<script|<img/)
  expect((await page({ to: `"><script>` })).body).not.toContain('<script')
})

test('the page shows what its address asks for, or says that there is nothing', async () => {
  await mail('eve@example.org', { subject: 'For Eve' })
  expect((await page({ to: 'eve@example.org' })).body).toContain('For Eve')
  const { body } = await page({ to: 'nobody@example.org' })
  expect(body).not.toContain('For Eve')
  expect(body).toContain('There is nothing here yet.')
  expect((await sandbox.app.inject('/outbox/outbox.css')).headers['content-type']).toContain('text/css')
})

test('an address in a message can be followed, and brings nothing else with it', async () => {
  const words = 'Open https://portal.example/invitation?a=1&b="x"><b>.\nNot javascript:alert(1).'
  await mail('flo@example.org', { text: words })
  const { body } = await page({ to: 'flo@example.org' })
  expect(body).toContain('<a href="https://portal.example/invitation?a=1&amp;b=" rel="noreferrer">')
  expect(/<pre>[^]*<\/pre>/.exec(body)?.[0].match(/<a /g)).toHaveLength(1)
  expect(body).not.toContain('<b>')
})

test('a mail is kept as it was received, with its reply address and its attachments', async () => {
  const attachments = [{ filename: 'Plän.xml', content: '<plan/>', contentType: 'application/xml' }]
  await mail('gus@example.org', { replyTo: 'ann@example.org', attachments })
  const [{ id, ...message } = { id: 0 }] = await kept({ to: 'gus@example.org' })
  expect(message).toMatchObject({ replyTo: 'ann@example.org', subject: 'Hello' })
  const got = (path: string) => sandbox.app.inject(`/outbox/${id}${path}`)
  expect((await got('/source')).body).toMatch(/^From: portal@example\.org\r\n/)
  expect((await got('/files')).body).toContain(
    `<a href="/outbox/${id}/files/0" download>Plän.xml</a> (application/xml)`,
  )
  const file = await got('/files/0')
  expect([file.body, file.headers['content-type']]).toEqual(['<plan/>', 'application/xml'])
  expect(file.headers['content-disposition']).toMatch(/^attachment; /)
  expect((await got('/files/1')).statusCode).toBe(404)
  expect((await sandbox.app.inject('/outbox/999999/source')).statusCode).toBe(404)
  expect((await sandbox.app.inject('/outbox/999999/files')).statusCode).toBe(404)
})

test('the HTML of a mail is shown in a frame that runs and loads nothing', async () => {
  const html = '<p style="color:red">Hello</p><script>alert(1)</script>'
  await mail('ivy@example.org', { html })
  await mail('joe@example.org')
  const [both] = await kept({ to: 'ivy@example.org' })
  expect([both?.text, both?.html.trim()]).toEqual(['Some words.\n', html])
  const shown = await page({ to: 'ivy@example.org' })
  expect(shown.headers['content-security-policy']).toContain("frame-src 'self'")
  const [, address = ''] = /<iframe src="([^"]+)" [^>]*sandbox /.exec(shown.body) ?? []
  const answer = await sandbox.app.inject(address)
  expect(answer.body.trim()).toBe(html)
  expect(answer.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  expect((await page({ to: 'joe@example.org' })).body).not.toContain('<iframe')
  for (const url of ['/outbox/999999/html', address.replace(/\d+/, String((both?.id ?? 0) + 1))])
    expect((await sandbox.app.inject(url)).statusCode).toBe(404)
})

test.each([
  ['down', 421],
  ['nonsense', 451],
  ['refuse', 550],
])('a mail server that is switched to %s answers %i and keeps nothing', async (kind, responseCode) => {
  await fault({ kind, path: 'smtp' })
  await expect(mail('fay@example.org')).rejects.toMatchObject({ responseCode })
  expect(await kept({ to: 'fay@example.org' })).toEqual([])
})

test('a mail server that hangs never answers, and one that is slow does', async () => {
  await fault({ kind: 'hang', path: 'smtp', times: 1 })
  await expect(mail('gil@example.org')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await fault({ kind: 'slow', path: 'smtp', delayMs: 100 })
  await mail('gil@example.org')
  expect(await kept({ to: 'gil@example.org' })).toHaveLength(1)
})

test('faults of calls spoil no mail, those of mail no call, and neither the list of what was sent', async () => {
  await fault({ kind: 'refuse', path: 'smtp' })
  expect((await sandbox.app.inject('/lakeside/api/Provider/GetPatientHeader?patient_n=1101')).statusCode).toBe(200)
  await sandbox.app.inject({ method: 'DELETE', url: '/sandbox/faults' })
  await fault({ kind: 'nonsense' })
  await mail('hal@example.org')
  expect(await kept({ to: 'hal@example.org' })).toHaveLength(1)
})

test('the carrier refuses numbers that are none, and callers without a token', async () => {
  expect((await text('+26175550142')).json()).toMatchObject({ code: 21211 })
  expect((await text('+16175550143', { 'content-type': form['content-type'] })).statusCode).toBe(401)
  await fault({ kind: 'refuse', path: 'Messages.json' })
  expect((await text('+16175550143')).statusCode).toBe(400)
  expect(await kept({ to: '+16175550143' })).toEqual([])
})
