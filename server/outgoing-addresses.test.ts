import { describe, expect, test } from 'vitest'
import { readConfig, StartRefused } from './config.ts'
import { checkOutgoingAddresses } from './outgoing-addresses.ts'

const base = {
  NODE_ENV: 'production',
  LICENSEES_FILE: 'practices.json',
  SESSION_SECRET: 'for tests only, thirty-two letters',
  ENCRYPTION_KEYS: 'a key for tests only with fifty letters',
  SMTP_URL: 'smtps://someone:hidden@mail.example.org',
  MAIL_FROM: 'portal@example.org',
}
const sms = { SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 'token', SMS_FROM: '+16175550100' }
const north = {
  id: 'north',
  name: 'North',
  hosts: ['north.example'],
  timeZone: 'America/Denver',
  recordServer: 'https://records.example/north/api/',
  cards: { server: 'https://cards.example/', frameOrigin: 'https://cards.example' },
}
const ownIps = ['127.0.0.1', '192.0.2.7', '2001:db8::7']

interface Start {
  env?: Record<string, string>
  practice?: Partial<typeof north>
}

function check({ env = {}, practice = {} }: Start): string[] {
  return checkOutgoingAddresses(readConfig({ ...base, ...env }), { licensees: [{ ...north, ...practice }], ownIps })
}

/** The sentences of a refused start. */
function refusedFor(start: Start): string[] {
  try {
    check(start)
  } catch (error) {
    if (error instanceof StartRefused) return error.message.split('\n')
    throw error
  }
  return []
}

const server = (recordServer: string): Start => ({ practice: { recordServer } })
const cards = (own: Partial<(typeof north)['cards']>): Start => ({ practice: { cards: { ...north.cards, ...own } } })

describe('a production start with the address of another system', () => {
  test('is refused in one sentence when it is not encrypted', () => {
    const meant = (host: string) =>
      `: ${host} is another machine. If that is meant, name ${host} in OUTGOING_EXCEPTIONS.`
    expect(refusedFor(server('http://records.example/north/api/'))).toEqual([
      `recordServer of north must begin with https://${meant('records.example')}`,
    ])
    expect(refusedFor(cards({ server: 'http://cards.example:8080/' }))).toEqual([
      `cards.server of north must begin with https://${meant('cards.example')}`,
    ])
    expect(refusedFor(cards({ frameOrigin: 'http://cards.example' }))).toEqual([
      `cards.frameOrigin of north must begin with https://${meant('cards.example')}`,
    ])
    expect(refusedFor({ env: { ...sms, SMS_URL: 'http://sms.example' } })).toEqual([
      `SMS_URL must begin with https://${meant('sms.example')}`,
    ])
    expect(refusedFor({ env: { SMTP_URL: 'smtp://user:hidden@mail.example?ignoreTLS=true' } })).toEqual([
      `SMTP_URL must begin with smtps:// or leave ignoreTLS out${meant('mail.example')}`,
    ])
    expect(refusedFor({ env: { REDIS_URL: 'redis://:hidden@redis.example:6379/1' } })).toEqual([
      `REDIS_URL must begin with rediss://${meant('redis.example')}`,
    ])
    expect(refusedFor({ env: { DATABASE_URL: 'postgres://portal:hidden@db.example/portal' } })).toEqual([
      `DATABASE_URL must have sslmode=verify-full${meant('db.example')}`,
    ])
    expect(refusedFor({ env: { CLAMD_HOST: 'clamav' } })).toEqual([
      `CLAMD_HOST must be on this machine, because the protocol of clamd has no encryption${meant('clamav')}`,
    ])
  })

  test.each<Start>([
    {},
    server('http://127.0.0.1:8080/api/'),
    server('http://[::1]:8080/api/'),
    server('http://records.localhost:8080/api/'),
    cards({ frameOrigin: 'http://cards.localhost:8080' }),
    { env: { SMTP_URL: 'smtp://mail.example.org:587' } },
    { env: { SMTP_URL: 'smtp://127.0.0.1:25?ignoreTLS=true' } },
    { env: sms },
    { env: { CLAMD_HOST: '127.0.0.1' } },
    { env: { REDIS_URL: 'redis://127.0.0.1:6379/9' } },
    { env: { REDIS_URL: '/run/redis.sock' } },
    { env: { REDIS_URL: 'rediss://redis.example' } },
    { env: { DATABASE_URL: 'postgres://portal:hidden@db.example/portal?sslmode=verify-full' } },
    { env: { DATABASE_URL: 'postgres://portal@db.example/portal?ssl=true' } },
    { env: { DATABASE_URL: 'postgres://portal@127.0.0.1/portal' } },
    { env: { DATABASE_URL: 'postgres:///portal' } },
    { env: { DATABASE_URL: 'postgres:///portal?host=/run/postgresql' } },
    { env: { DATABASE_URL: 'postgres://portal@%2Frun%2Fpostgresql/portal' } },
  ])('goes on without a word when it is encrypted or on this machine: %j', (start) => {
    expect(check(start)).toEqual([])
  })

  test.each(['prefer', 'disable', 'no-verify', 'allow'])('needs an exception for sslmode=%s', (mode) => {
    const env = { DATABASE_URL: `postgres://portal@db.example/portal?sslmode=${mode}` }
    expect(refusedFor({ env })).toHaveLength(1)
  })

  test('is refused for a database whose host is hidden in the query', () => {
    expect(refusedFor({ env: { DATABASE_URL: 'postgres://127.0.0.1/portal?host=db.example' } })).toHaveLength(1)
  })

  test('goes on with a warning for each exception that the configuration names', () => {
    const start = {
      ...server('http://Records.Example/north/api/'),
      env: { OUTGOING_EXCEPTIONS: 'RECORDS.example, clamav, nobody.example', CLAMD_HOST: 'clamav:3311' },
    }
    expect(check(start)).toEqual([
      'CLAMD_HOST must be on this machine, because the protocol of clamd has no encryption: clamav is another machine; OUTGOING_EXCEPTIONS allows it.',
      'recordServer of north must begin with https://: records.example is another machine; OUTGOING_EXCEPTIONS allows it.',
      'OUTGOING_EXCEPTIONS names nobody.example, which needs no exception.',
    ])
  })

  test('is refused for the IP of this machine from outside, unless the configuration names it', () => {
    const words = 'recordServer of north must not be 192.0.2.7, an address of this machine other than loopback'
    expect(refusedFor(server('https://192.0.2.7/api/'))).toEqual([
      `${words}. If that is meant, name 192.0.2.7 in OUTGOING_EXCEPTIONS.`,
    ])
    for (const same of ['https://3221225991/api/', 'https://0xc0000207/api/', 'https://[::ffff:192.0.2.7]/api/'])
      expect(refusedFor(server(same))).toHaveLength(1)
    expect(refusedFor(server('https://[2001:db8:0::7]/api/'))).toHaveLength(1)
    expect(check({ ...server('https://192.0.2.7/api/'), env: { OUTGOING_EXCEPTIONS: '192.0.2.7' } })).toEqual([
      `${words}; OUTGOING_EXCEPTIONS allows it.`,
    ])
  })

  test('lists all that is wrong, and never a password', () => {
    const start = {
      practice: {
        recordServer: 'http://me:hidden@records.example/api/',
        cards: { ...north.cards, server: 'https://cards.example/?key=hidden/' },
      },
      env: { REDIS_URL: 'redis://me:hidden@redis.example' },
    }
    const problems = refusedFor(start)
    expect(problems.map((sentence) => sentence.split(' must ')[0])).toEqual([
      'REDIS_URL',
      'recordServer of north',
      'recordServer of north',
      'cards.server of north',
    ])
    expect(problems.join(' ')).not.toMatch(/hidden|me:/)
  })
})

describe('a start, in development too, is refused', () => {
  const development = { NODE_ENV: 'development' }

  test('for a user name, a password, a query or a fragment in an address of http', () => {
    const name = 'recordServer of north must not contain a user name or a password.'
    const query = 'recordServer of north must not contain a query or a fragment (? or #).'
    const start = (recordServer: string) => refusedFor({ ...server(recordServer), env: development })
    expect(start('https://me:hidden@records.example/api/')).toEqual([name])
    expect(start('http://me@127.0.0.1/api/')).toEqual([name])
    expect(start('https://records.example/api/?practice=/')).toEqual([query])
    expect(start('https://records.example/api/#/')).toEqual([query])
    expect(refusedFor({ env: { ...development, ...sms, SMS_URL: 'https://me:hidden@sms.example' } })).toHaveLength(1)
  })

  test.each([
    'https://169.254.169.254/api/',
    'http://2852039166/api/',
    'https://0xa9.0xfe.0xa9.0xfe/api/',
    'https://[fe80::1]/api/',
    'https://[::ffff:169.254.169.254]/api/',
    'https://0.0.0.0/api/',
    'https://[::]/api/',
    'https://0/api/',
    'https://224.0.0.1/api/',
    'https://metadata.google.internal/api/',
    'https://metadata.google.internal./api/',
  ])('for %s, which no exception allows', (recordServer) => {
    const [, host = ''] = /^https?:\/\/\[?([^\]/]+)/.exec(recordServer) ?? []
    const env = { ...development, OUTGOING_EXCEPTIONS: host }
    expect(refusedFor({ ...server(recordServer), env })[0]).toMatch(
      /^recordServer of north must not be \S+: link-local/,
    )
    expect(refusedFor({ env: { ...development, REDIS_URL: `redis://${new URL(recordServer).host}` } })).toHaveLength(1)
  })

  test('for what is no address', () => {
    expect(refusedFor(server('https://%/api/'))).toEqual(['recordServer of north must be an address with a host.'])
    expect(refusedFor({ env: { DATABASE_URL: 'nonsense' } })).toEqual(['DATABASE_URL must be an address with a host.'])
  })
})

test('development connects to other machines without encryption', () => {
  const start = { ...server('http://records.example/api/'), env: { NODE_ENV: 'development', CLAMD_HOST: 'clamav' } }
  expect(check(start)).toEqual([])
})
