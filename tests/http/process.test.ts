import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import { readFolderNote } from '../../server/db/folder-lock.ts'
import { builtEntry } from '../support/build.ts'
import { dialogOf, inputOf } from '../support/card-payment.ts'
import {
  freePort,
  startedFolder,
  startRealPortal,
  testEnvironment,
  visitorAt,
  type RealPortal,
} from '../support/real-portal.ts'
import { agePayments, paymentsAtOthers } from '../support/killed-portal.ts'

const root = join(import.meta.dirname, '..', '..')
const fhir = join(root, '..', 'shared', 'data', 'fhir')
// Each test starts whole processes, which take half a minute on a busy machine.
vi.setConfig({ testTimeout: 180_000 })
const opened: { stop(): Promise<unknown> }[] = []

afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.stop()
})

async function started(env: Record<string, string> = {}): Promise<RealPortal> {
  const portal = await startRealPortal(env)
  opened.push(portal)
  return portal
}

/** A portal that the tests of this file share, which leave it running. */
let running: Promise<RealPortal> | undefined
const runningPortal = () => (running ??= startRealPortal())
afterAll(async () => (await running)?.stop())

/** A folder in which no portal has run yet. */
const emptyFolder = () => removed(mkdtempSync(join(tmpdir(), 'portal-')))
const ownFolder = async () => removed(await startedFolder())

function removed(folder: string): string {
  opened.push({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  return folder
}

interface Ended {
  code: number | null
  output: string
}

/** Runs an entry of the built server with arguments. */
async function runToEnd([name = '', ...args]: readonly string[], env: Record<string, string>): Promise<Ended> {
  const entry = await builtEntry(name)
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [entry, ...args],
      { cwd: root, env: { ...process.env, ...testEnvironment, ...env } },
      (_error, out, err) => resolve({ code: child.exitCode, output: out + err }),
    )
    child.stdin?.end()
  })
}

async function occupied(): Promise<number> {
  const server: Server = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  opened.push({ stop: () => new Promise((resolve) => server.close(resolve)) })
  return port
}

const noPorts = { PORT: '0', SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' }

const slots = '/ui/regions/booking.times?type=inoffice&by=provider&provider=101'

async function holdableInput(visitor: ReturnType<typeof visitorAt>, place: number): Promise<object> {
  const { text } = await visitor.get(slots)
  const inputs = [...text.matchAll(/"action":"booking\.hold","input":(\{[^}]*\})/g)].map(
    ([, input]) => JSON.parse(input ?? '{}') as object,
  ) // of our own answer
  const input = inputs[place]
  if (!input) throw new Error(`no time to hold: ${text.slice(0, 300)}`)
  return input
}

const holdIn = (text: string) => /"holdId":"([^"]+)"/.exec(text)?.[1] ?? ''

describe('a start that cannot succeed says why and ends with 1', () => {
  let folder = '' // each of these starts leaves it free for the next
  beforeAll(async () => void (folder = await startedFolder()))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('when the port is in use', async () => {
    const port = await occupied()
    const ended = await runToEnd(['main'], { ...noPorts, PORT: String(port), DATA_DIR: folder })
    expect(ended.code).toBe(1)
    expect(ended.output).toContain(`Port ${port} is in use already.`)
  })

  test('when the port of the sandbox is in use', async () => {
    const port = await occupied()
    const ended = await runToEnd(['main'], {
      ...noPorts,
      SANDBOX_PORT: String(port),
      DATA_DIR: folder,
    })
    expect(ended.code).toBe(1)
    expect(ended.output).toContain(
      `Port ${port} is in use already. Stop the other program, or choose another port with SANDBOX_PORT.`,
    )
  })

  test('when the port of the sandbox for mail is in use', async () => {
    const port = String(await occupied())
    const ended = await runToEnd(['main'], {
      ...noPorts,
      SANDBOX_SMTP_PORT: port,
      DATA_DIR: folder,
    })
    expect(ended.code).toBe(1)
    expect(ended.output).toContain(
      `Port ${port} is in use already. Stop the other program, or choose another port with SANDBOX_SMTP_PORT.`,
    )
  })

  test('when the folder is in use by another process', async () => {
    const portal = await runningPortal()
    const ended = await runToEnd(['main'], { ...noPorts, DATA_DIR: portal.folder })
    expect(ended.code).toBe(1)
    expect(ended.output).toContain(`is in use by process ${portal.process.pid}`)
  })

  test('when a production start has no secret', async () => {
    const ended = await runToEnd(['main'], {
      NODE_ENV: 'production',
      LICENSEES_FILE: 'practices.json',
      SESSION_SECRET: '',
      DATA_DIR: emptyFolder(),
    })
    expect(ended.code).toBe(1)
    expect(ended.output).toContain('SESSION_SECRET')
  })

  test('when a production start has no mail server', async () => {
    const ended = await runToEnd(['main'], {
      NODE_ENV: 'production',
      LICENSEES_FILE: 'practices.json',
      SESSION_SECRET: 'for tests only, thirty-two letters',
      ENCRYPTION_KEYS: 'a key for tests only with fifty letters',
      SMTP_URL: '',
      DATA_DIR: emptyFolder(),
    })
    expect(ended.code).toBe(1)
    expect(ended.output).toContain('In production SMTP_URL must be the address of the mail server')
  })
})

describe('a production start', () => {
  function environment(folder: string, recordServer: string, cards?: object): Record<string, string> {
    const file = join(folder, 'practices.json')
    const named = { id: 'north', name: 'North', hosts: ['north.example'], timeZone: 'America/Denver' }
    const practice = { ...named, recordServer, ...(cards ? { cards } : {}) }
    writeFileSync(file, JSON.stringify([practice]))
    return {
      NODE_ENV: 'production',
      LICENSEES_FILE: file,
      SESSION_SECRET: 'for tests only, thirty-two letters',
      ENCRYPTION_KEYS: 'a key for tests only with fifty letters',
      SMTP_URL: 'smtps://me:hidden@mail.invalid',
      MAIL_FROM: 'portal@example.org',
      PASSWORD_MEMORY_KIB: '',
      DATA_DIR: folder,
    }
  }

  test('is refused for each address that must not be used, with all of them named', async () => {
    const env = environment(emptyFolder(), 'http://me:hidden@records.invalid/api/')
    const ended = await runToEnd(['main'], { ...env, REDIS_URL: 'redis://me:hidden@redis.invalid' })
    expect(ended).toEqual({
      code: 1,
      output: `The portal could not start. REDIS_URL must begin with rediss://: redis.invalid is another machine. If that is meant, name redis.invalid in OUTGOING_EXCEPTIONS.
recordServer of north must not contain a user name or a password.
recordServer of north must begin with https://: records.invalid is another machine. If that is meant, name records.invalid in OUTGOING_EXCEPTIONS.
`,
    })
  })

  const sound = { server: 'https://cards.invalid/', frameOrigin: 'https://frame.invalid' }
  /** What a process prints that was started with these addresses. */
  async function refusal(recordServer: string, cards: object): Promise<string[]> {
    const ended = await runToEnd(['main'], { ...environment(emptyFolder(), recordServer, cards), ...noPorts })
    expect(ended.code).toBe(1)
    expect(ended.output).not.toMatch(/hidden|me:/)
    const [first, ...others] = ended.output.trim().split('\n')
    return [first?.replace('The portal could not start. ', '') ?? '', ...others]
  }

  test('is refused with http for the record server, the processor and its frame', async () => {
    const needsHttps = (setting: string, host: string) =>
      `${setting} of north must begin with https://: ${host} is another machine. If that is meant, name ${host} in OUTGOING_EXCEPTIONS.`
    const cards = { server: 'http://cards.invalid/', frameOrigin: 'http://frame.invalid' }
    expect(await refusal('http://records.invalid/api/', cards)).toEqual([
      needsHttps('recordServer', 'records.invalid'),
      needsHttps('cards.server', 'cards.invalid'),
      needsHttps('cards.frameOrigin', 'frame.invalid'),
    ])
  })

  test('is refused with a user name or a password in an address, and prints neither', async () => {
    const cards = { server: 'https://me:hidden@cards.invalid/', frameOrigin: 'https://hidden@frame.invalid' }
    expect(await refusal('https://me:hidden@records.invalid/api/', cards)).toEqual([
      'recordServer of north must not contain a user name or a password.',
      'cards.server of north must not contain a user name or a password.',
      'cards.frameOrigin of north must not contain a user name or a password.',
    ])
  })

  const [own] = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)

  test.skipIf(!own)('is refused with an IP of this machine, however it is written', async () => {
    const address = own?.address ?? ''
    const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    const hex = `https://0x${number.toString(16)}`
    const ownIp = (setting: string) =>
      `${setting} of north must not be ${address}, an address of this machine other than loopback. If that is meant, name ${address} in OUTGOING_EXCEPTIONS.`
    expect(await refusal(`https://${address}/api/`, { server: `https://${number}/`, frameOrigin: hex })).toEqual(
      ['recordServer', 'cards.server', 'cards.frameOrigin'].map(ownIp),
    )
    const [words] = await refusal(`https://[::ffff:${address}]/api/`, sound)
    expect(words).toMatch(
      /^recordServer of north must not be ::ffff:\S+, an address of this machine other than loopback/,
    )
  })

  test('is refused with a link-local IP, where clouds keep credentials, however it is written', async () => {
    const cards = { server: 'https://2852039166/', frameOrigin: 'https://[::ffff:169.254.169.254]' }
    const neverMeant = (setting: string, ip: string) =>
      `${setting} of north must not be ${ip}: link-local, unspecified and multicast addresses are never systems of a practice.`
    expect(await refusal('https://0xa9.0xfe.0xa9.0xfe/api/', cards)).toEqual([
      neverMeant('recordServer', '169.254.169.254'),
      neverMeant('cards.server', '169.254.169.254'),
      neverMeant('cards.frameOrigin', '::ffff:a9fe:a9fe'),
    ])
  })

  test('goes on with an exception that is named, and logs it', async () => {
    const env = environment(await ownFolder(), 'http://records.invalid/api/')
    const portal = await started({ ...env, OUTGOING_EXCEPTIONS: 'records.invalid' })
    expect(portal.output()).toContain('records.invalid is another machine; OUTGOING_EXCEPTIONS allows it.')
  })
})

test('a portal says where its messages can be read', async () => {
  const portal = await runningPortal()
  const [, address = ''] = /sandbox: (http:\S+\/outbox)/.exec(portal.output()) ?? []
  expect(address).toBe(`http://127.0.0.1:${portal.sandboxPort}/outbox`)
  await supertest(address).get('').expect(200)
})

test('a portal that gets a stop signal ends with 0 and leaves its folder free', async () => {
  const portal = await started({ DATA_DIR: await ownFolder() })
  expect(readFolderNote(portal.folder)?.pid).toBe(portal.process.pid)
  expect(await portal.stop()).toBe(0)
  expect(existsSync(join(portal.folder, 'in-use.json'))).toBe(false)
})

test('a portal that was killed during a booking loses nothing and books nothing twice', async () => {
  const folder = await ownFolder()
  const portal = await started({ DATA_DIR: folder })
  const visitor = visitorAt(portal)
  await visitor.act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
  const input = await holdableInput(visitor, 3)
  const holdId = holdIn((await visitor.act('booking.hold', input)).text)
  expect(holdId).not.toBe('')
  const booking = visitor.act('booking.book', { holdId }).then(undefined, () => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  portal.process.kill('SIGKILL')
  await booking
  const again = visitorAt(await started({ DATA_DIR: folder }))
  await again.act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
  await expect
    .poll(async () => holdIn((await again.act('booking.hold', await holdableInput(again, 5))).text), {
      timeout: 60_000,
      interval: 1000,
    })
    .not.toBe('')
  const { startsAt } = input as { startsAt: string } // the input of booking.hold
  const day = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(startsAt))
  const upcoming = (await again.get('/ui/regions/appointments.upcoming')).text.replaceAll('\u202f', ' ')
  const booked = upcoming.split(day.replaceAll('\u202f', ' ')).length - 1
  expect(booked).toBeLessThanOrEqual(1)
})

describe('a portal that was killed during a payment', () => {
  const paymentPage = '/ui/screens/user/home/MakePayment'

  test('charges once and tells the record server once', async () => {
    const folder = await ownFolder()
    const portal = await started({ DATA_DIR: folder })
    const visitor = await mariaAt(portal)
    const input = await inputOfPay(visitor)
    // The card is charged, its answer is lost, and the lookup has no answer either.
    await addFaults(portal, [
      { path: 'cards/api/cc/finalPayment', kind: 'lost', times: 1 },
      { path: 'cards/api/cc/endPayment', kind: 'hang', times: 1 },
    ])
    const paying = visitor.act('payments.pay', input).then(undefined, () => undefined)
    await expect.poll(() => faultsAt(portal), { timeout: 60_000 }).toEqual([])
    portal.process.kill('SIGKILL')
    await paying
    await portal.stop()
    expect(await agePayments(folder)).toEqual(['sent'])
    const again = await started({ DATA_DIR: folder })
    const later = await mariaAt(again)
    const bill = async () => (await later.get('/ui/regions/billing.charges')).text
    await expect.poll(bill, { timeout: 50_000, interval: 250 }).toContain('"state":{"text":"Paid"}')
    expect(await bill()).toContain('No Due Payment')
    await again.stop()
    const once = [{ amount: 31_245 }]
    expect(await paymentsAtOthers(folder)).toEqual({ charged: once, recorded: once })
  })

  async function mariaAt(portal: RealPortal): Promise<ReturnType<typeof visitorAt>> {
    const visitor = visitorAt(portal)
    await visitor.act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
    return visitor
  }

  /** Chooses a saved card. */
  async function inputOfPay(visitor: ReturnType<typeof visitorAt>): Promise<object> {
    const { text } = await visitor.get(paymentPage)
    const [, card] = /"action":"payments\.chooseSaved","input":\{"card":"([^"]+)"/.exec(text) ?? []
    const { effects } = JSON.parse((await visitor.act('payments.chooseSaved', { card })).text) as { effects: Effect[] } // our own answer
    return inputOf(dialogOf(effects))
  }

  function controlsOf({ folder, sandboxPort }: RealPortal): { url: string; headers: Record<string, string> } {
    const token = readFolderNote(folder)?.token ?? ''
    return {
      url: `http://127.0.0.1:${sandboxPort}/sandbox/faults`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    }
  }

  async function addFaults(portal: RealPortal, faults: readonly object[]): Promise<void> {
    const { url, headers } = controlsOf(portal)
    for (const fault of faults) await fetch(url, { method: 'POST', headers, body: JSON.stringify(fault) })
  }

  async function faultsAt(portal: RealPortal): Promise<unknown> {
    const { url, headers } = controlsOf(portal)
    return (await fetch(url, { headers })).json()
  }
})

describe.skipIf(!existsSync(fhir))('practice:load', () => {
  const patient = join(fhir, 'smart2019_Maida_Gerhold.json')
  const args = ['practice-load', '--account', 'Maida Gerhold=maida', patient]
  const password = 'Quiet-Lake-88'

  test('loads into a portal that runs, and the patient signs in and sees past appointments', async () => {
    const portal = await runningPortal()
    const ended = await runToEnd(args, { DATA_DIR: portal.folder, PORTAL_PASSWORD: password })
    expect(ended).toMatchObject({ code: 0 })
    await expectPastAppointments(visitorAt(portal))
  })

  test('loads while no portal runs, for the next start', async () => {
    const folder = emptyFolder()
    const ended = await runToEnd(args, { DATA_DIR: folder, PORTAL_PASSWORD: password })
    expect(ended).toMatchObject({ code: 0 })
    await expectPastAppointments(visitorAt(await started({ DATA_DIR: folder })))
  })

  async function expectPastAppointments(visitor: ReturnType<typeof visitorAt>): Promise<void> {
    expect((await visitor.act('account.signIn', { Username: 'maida', Password: password })).status).toBe(200)
    const past = JSON.parse((await visitor.get('/ui/regions/appointments.past')).text) as {
      blocks: { paging?: { total: number } }[]
    } // a region with one table
    expect(past.blocks[0]?.paging?.total).toBe(15)
  }
})

describe('secrets:rotate', () => {
  const command = ['rotate-secrets']
  const [first, second] = ['a first key for tests only with fifty letters', 'a second key for tests only with fifty']

  test('says what it has done, and a start without a key that is needed is refused', async () => {
    const folder = await ownFolder()
    const env = { DATA_DIR: folder, ...noPorts }
    const done = await runToEnd(command, { ...env, ENCRYPTION_KEYS: `${first},session-secret` })
    expect(done).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^(\d+ [a-z ]+\n)*\d+ values were encrypted with the key [\w-]{8}\.\nNo other key is needed any longer\.\n$/i,
      ),
    })
    const refused = await runToEnd(['main'], { ...env, ENCRYPTION_KEYS: second })
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringMatching(/^The portal could not start\. Stored values are encrypted with keys that ENCRYPTION_KEYS/),
    ])
    expect((await runToEnd(command, { ...env, ENCRYPTION_KEYS: `${second},${first}` })).code).toBe(0)
    const wrong = await runToEnd([...command, 'x'], env)
    const help = await runToEnd([...command, '--help'], env)
    expect([wrong.code, help.code, wrong.output]).toEqual([2, 0, help.output])
  })
})

describe('audit:verify', () => {
  const command = ['verify-audit']

  test('prints an anchor for each practice, and ends with 1 when an anchor is lost', async () => {
    const folder = await ownFolder()
    const portal = await started({ DATA_DIR: folder })
    await visitorAt(portal).act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
    await portal.stop()
    const first = await runToEnd(command, { DATA_DIR: folder })
    expect([first.code, first.output]).toEqual([0, expect.stringMatching(/^lakeside: \d+ rows /m)])
    const anchor = `lakeside:9999:${'0'.repeat(64)}`
    const lost = await runToEnd([...command, '--anchor', anchor], { DATA_DIR: folder })
    expect([lost.code, lost.output]).toEqual([1, expect.stringContaining('the anchor 9999 is not in the chain')])
    const wrong = await runToEnd([...command, '--anchor', 'lakeside'], { DATA_DIR: folder })
    expect([wrong.code, wrong.output]).toEqual([2, expect.stringContaining('Usage: npm run audit:verify')])
  })
})

describe('import-accounts', () => {
  const command = ['import-accounts']

  test('says with --help what it needs and does, and with wrong arguments also what is wrong', async () => {
    const help = await runToEnd([...command, '--help'], { DATA_DIR: emptyFolder() })
    expect(help.code).toBe(0)
    for (const words of ['--practice <id>', 'username,patient_number,birth_date', 'LICENSEES_FILE', 'Exit codes'])
      expect(help.output).toContain(words)
    const wrong = await runToEnd([...command, 'accounts.csv'], { DATA_DIR: emptyFolder() })
    expect(wrong).toEqual({ code: 2, output: `Name the practice with --practice.\n\n${help.output}` })
    const unknown = await runToEnd([...command, '--file', 'accounts.csv'], { DATA_DIR: emptyFolder() })
    expect(unknown).toEqual({ code: 2, output: `Unknown option '--file'.\n\n${help.output}` })
  })

  test('imports for the demo practices while the portal is stopped, twice with the same result', async () => {
    const folder = await ownFolder()
    const args = [...command, accountsIn(folder), '--practice', 'lakeside']
    const first = await runToEnd(args, { DATA_DIR: folder })
    expect(first).toEqual({
      code: 1,
      output: 'Line 3 refused: the record server has no patient 999999.\n1 created, 0 already there, 1 refused.\n',
    })
    const again = await runToEnd(args, { DATA_DIR: folder })
    expect(again.output).toContain('0 created, 1 already there, 1 refused.')
    const other = await runToEnd([...command, accountsIn(folder), '--practice', 'other'], { DATA_DIR: folder })
    expect(other).toEqual({
      code: 1,
      output: 'The import stopped. There is no practice other. There are: lakeside, northgate.\n',
    })
    expect(readFolderNote(folder)).toBeUndefined()
  })

  test('says what to do while the portal runs, whose database takes one process', async () => {
    const { folder, process: running } = await runningPortal()
    const ended = await runToEnd([...command, accountsIn(folder), '--practice', 'lakeside'], { DATA_DIR: folder })
    expect(ended.code).toBe(1)
    expect(ended.output).toContain(`The portal is running (process ${running.pid})`)
    expect(ended.output).toContain('Stop the portal (Ctrl+C where it was started), run this command again')
  })

  function accountsIn(folder: string): string {
    const path = join(folder, 'accounts.csv')
    writeFileSync(path, 'username,patient_number,birth_date\njohn.old,1009,1970-01-02\nnobody.here,999999,\n')
    return path
  }
})
