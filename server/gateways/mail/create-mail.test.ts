import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { DeliveryError } from '../delivery-error.ts'
import { createMail } from './create-mail.ts'
import type { Mail, MailMessage } from './mail.ts'

/**
 * The responses of a mail server by command; `DATA.` is the end of a mail. `close` breaks the connection, `silent`
 * sends no response.
 */
type Script = Partial<Record<'CONNECT' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'DATA.', string>>

const politely: Required<Script> = {
  CONNECT: '220 hello',
  EHLO: '250-here\r\n250 AUTH PLAIN',
  AUTH: '235 in',
  MAIL: '250 fine',
  RCPT: '250 fine',
  DATA: '354 go on',
  'DATA.': '250 taken',
}

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

interface FarSide {
  server: Server
  url: string
  /** Everything that clients sent. */
  heard: string[]
  /** Closes every connection, as a server does with idle ones. */
  hangUp(): void
}

async function mailServer(script: Script = {}): Promise<FarSide> {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    const answer = (verb: string) => {
      const words = verb in politely ? { ...politely, ...script }[verb as keyof Script] : '250 fine' // just checked
      if (words === 'close') socket.destroy()
      else if (words !== 'silent') socket.write(`${words}\r\n`)
    }
    let text: string | undefined
    answer('CONNECT')
    socket.on('data', (chunk: Buffer) => {
      heard.push(chunk.toString())
      if (text === undefined) {
        for (const line of chunk.toString().trim().split('\r\n')) {
          const verb = line.split(/[ :]/, 1).join('').toUpperCase()
          if (verb === 'DATA') text = ''
          answer(verb)
        }
        return
      }
      text += chunk.toString()
      if (!text.endsWith('\r\n.\r\n')) return
      text = undefined
      answer('DATA.')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const hangUp = () => sockets.forEach((socket) => socket.destroy())
  opened.push(() => {
    hangUp()
    server.close()
  })
  const { port } = server.address() as AddressInfo // the server listens on a port
  return { server, url: `smtp://someone:secret@127.0.0.1:${port}`, heard, hangUp }
}

function mailTo(url: string): Mail {
  const mail = createMail({ url, stepMs: 400, timeoutMs: 600 })
  opened.push(() => mail.close())
  return mail
}

const message: MailMessage = {
  id: '7f4c',
  from: 'portal@practice.example',
  fromName: 'Lakeside Dermatology',
  to: 'reader@example.org',
  subject: 'Hello',
  text: 'Some words.',
  html: null,
}

/** Returns the code of a gateway's error and checks that it names no one. */
async function failureOf(mail: Mail, options: Partial<MailMessage> = {}): Promise<string> {
  const error: unknown = await mail.send({ ...message, ...options }).catch((caught: unknown) => caught)
  if (error === undefined) return 'sent'
  if (!(error instanceof DeliveryError)) throw error
  expect(`${error.message}${error.stack}${String(error.cause)}`).not.toMatch(/reader|practice\.example/)
  return error.outcome
}

test('a mail goes out under its own Message-ID, as UTF-8, marked as nobody’s to answer', async () => {
  const { url, heard } = await mailServer()
  await mailTo(url).send({ ...message, text: 'Grüße' })
  const received = heard.join('')
  expect(received).toContain('Message-ID: <7f4c@practice.example>')
  expect(received).toMatch(/Content-Type: text\/plain; charset=utf-8/i)
  expect(received).toContain('Auto-Submitted: auto-generated')
  expect(received).toContain('MAIL FROM:<portal@practice.example>')
  expect(received).toContain('RCPT TO:<reader@example.org>')
})

test('a mail to an internationalized domain goes to its name in ASCII, which every server knows', async () => {
  const { url, heard } = await mailServer()
  await mailTo(url).send({ ...message, to: 'reader@exämple.org' })
  const received = heard.join('')
  expect(received).toContain('RCPT TO:<reader@xn--exmple-cua.org>')
  expect(received).toContain('To: reader@xn--exmple-cua.org')
})

test.each<[string, string, Script]>([
  ['unavailable', 'greets with 421', { CONNECT: '421 later' }],
  ['unavailable', 'breaks before the greeting', { CONNECT: 'close' }],
  ['unavailable', 'never greets', { CONNECT: 'silent' }],
  ['unavailable', 'refuses the sign-in', { AUTH: '535 who are you' }],
  ['unavailable', 'refuses the sender', { MAIL: '550 not from portal@practice.example' }],
  ['unavailable', 'never answers to the sender', { MAIL: 'silent' }],
  ['unavailable', 'puts the recipient off', { RCPT: '450 reader@example.org is busy' }],
  ['unavailable', 'breaks at the recipient', { RCPT: 'close' }],
  ['unavailable', 'breaks before the text', { DATA: 'close' }],
  ['unavailable', 'puts the text off', { 'DATA.': '451 later' }],
  ['refused', 'refuses the recipient', { RCPT: '550 no reader@example.org here' }],
  ['refused', 'refuses the text', { 'DATA.': '554 reader@example.org does not want this' }],
  ['uncertain', 'breaks after the text', { 'DATA.': 'close' }],
  ['uncertain', 'never answers to the text', { 'DATA.': 'silent' }],
])('%s when the server %s', async (outcome, _what, script) => {
  const { url } = await mailServer(script)
  const mail = mailTo(url)
  expect(await failureOf(mail)).toBe(outcome)
  expect(await failureOf(mail)).toBe(outcome)
})

test('unavailable when nobody listens', async () => {
  const { url, server } = await mailServer()
  await new Promise((resolve) => server.close(resolve))
  expect(await failureOf(mailTo(url))).toBe('unavailable')
})

test('a mail goes out though the server had ended the idle connection', async () => {
  const { url, hangUp, heard } = await mailServer()
  const mail = mailTo(url)
  expect(await failureOf(mail)).toBe('sent')
  hangUp()
  expect(await failureOf(mail, { id: 'second' })).toBe('sent')
  expect(heard.join('').match(/Message-ID: <second@/g)).toHaveLength(1)
})

test.each<[string, Partial<MailMessage>]>([
  ['a further line in the subject', { subject: 'Hello\r\nBcc: spy@example.org' }],
  ['a further line in the address', { to: 'reader@example.org\r\nRCPT TO:<spy@example.org>' }],
  ['two addresses', { to: 'reader@example.org, spy@example.org' }],
  ['a name beside the address', { to: 'Reader <reader@example.org>' }],
  ['no address', { to: 'reader' }],
  ['an address that turns the direction of writing', { to: 'reader\u202e@example.org' }],
])('refused for %s, and nothing is said to the server', async (_what, options) => {
  const { url, heard } = await mailServer()
  expect(await failureOf(mailTo(url), options)).toBe('refused')
  expect(heard).toEqual([])
})

test('a mail with HTML has both formats, the plain one first', async () => {
  const { url, heard } = await mailServer()
  await mailTo(url).send({ ...message, html: '<p>Some words.</p>' })
  const received = heard.join('')
  expect(received).toMatch(/Content-Type: multipart\/alternative/i)
  expect(received.indexOf('Content-Type: text/plain')).toBeGreaterThan(0)
  expect(received.indexOf('Content-Type: text/html')).toBeGreaterThan(received.indexOf('Content-Type: text/plain'))
  expect(received).toContain('<p>Some words.</p>')
})

test('a further line in the name of the practice adds no header', async () => {
  const { url, heard } = await mailServer()
  await mailTo(url).send({ ...message, fromName: 'Lakeside\r\nBcc: spy@example.org' })
  expect(heard.join('')).not.toMatch(/^Bcc/m)
  expect(heard.join('')).not.toContain('RCPT TO:<spy')
})

test('off this machine a mail goes only where it is encrypted, unless the address says otherwise', async () => {
  const { url, heard } = await mailServer()
  const remoteUrl = url.replace('127.0.0.1', '127.0.0.2')
  expect(await failureOf(mailTo(remoteUrl))).toBe('unavailable')
  expect(heard.join('')).toContain('EHLO')
  expect(heard.join('')).not.toMatch(/AUTH|MAIL FROM/)
  expect(await failureOf(mailTo(`${remoteUrl}?ignoreTLS=true`))).toBe('sent')
})
