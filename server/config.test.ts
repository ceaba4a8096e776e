import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { publicAddress, readConfig, StartRefused } from './config.ts'

const secret = { SESSION_SECRET: 'for tests only, thirty-two letters' }
const keys = { ENCRYPTION_KEYS: 'a key for tests only with fifty letters' }
const production = { ...secret, ...keys, NODE_ENV: 'production', LICENSEES_FILE: 'practices.json' }
const mail = { SMTP_URL: 'smtps://someone:secret@mail.example.org:465', MAIL_FROM: 'portal@example.org' }
const sms = { SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 'token', SMS_FROM: '+16175550100' }

describe('a production start', () => {
  test('has a mail server, and a carrier if it wants one', () => {
    expect(readConfig({ ...production, ...mail })).toMatchObject({
      mail: { url: mail.SMTP_URL, from: mail.MAIL_FROM },
      sms: undefined,
    })
    expect(readConfig({ ...production, ...mail, ...sms }).sms).toEqual({
      url: 'https://api.twilio.com',
      accountSid: 'AC1',
      authToken: 'token',
      from: '+16175550100',
    })
  })

  test.each(['SMTP_URL', 'MAIL_FROM'])('is refused in a sentence without %s', (name) => {
    const start = () => readConfig({ ...production, ...mail, [name]: '' })
    expect(start).toThrow(StartRefused)
    expect(start).toThrow(/In production SMTP_URL must be .* and MAIL_FROM .*\./)
  })
})

describe('the keys of what is stored', () => {
  const key = keys.ENCRYPTION_KEYS
  const other = 'another key for tests only with fifty letters'

  test.each([
    [undefined, [secret.SESSION_SECRET], true],
    [key, [key], false],
    [` ${key} , ${other}`, [key, other], false],
    [`${key},session-secret`, [key, secret.SESSION_SECRET], true],
    ['session-secret', [secret.SESSION_SECRET], true],
  ])('are, of "%s", the current one and older ones', (text, secrets, readsEarlier) => {
    expect(readConfig({ ...secret, ENCRYPTION_KEYS: text }).encryptionKeys).toEqual({ secrets, readsEarlier })
  })

  test('must be there in production', () => {
    const start = () => readConfig({ ...production, ...mail, ENCRYPTION_KEYS: '' })
    expect(start).toThrow(StartRefused)
    expect(start).toThrow('In production ENCRYPTION_KEYS must hold a key of at least 32 characters')
  })

  test.each([
    ['too short', 'must have at least 32 characters'],
    [`${key},${key}`, 'names a key twice'],
  ])('are refused without being shown: %s', (text, words) => {
    const start = () => readConfig({ ...secret, ENCRYPTION_KEYS: text })
    expect(start).toThrow(words)
    expect(start).not.toThrow(/too short|for tests only/)
  })
})

describe('the memory of a password hash', () => {
  test.each([
    ['', undefined],
    ['8', 8],
    ['65536', 65_536],
  ])('is what "%s" says', (text, passwordMemoryKib) => {
    expect(readConfig({ ...secret, PASSWORD_MEMORY_KIB: text }).passwordMemoryKib).toBe(passwordMemoryKib)
  })

  test('is in production at least what OWASP recommends', () => {
    const start = (text: string) => () => readConfig({ ...production, ...mail, PASSWORD_MEMORY_KIB: text })
    expect(start('19456')().passwordMemoryKib).toBe(19_456)
    expect(start('19455')).toThrow(StartRefused)
    expect(start('19455')).toThrow('In production PASSWORD_MEMORY_KIB must be at least 19456, not "19455".')
  })
})

test.each([
  ['clamav', { host: 'clamav', port: 3310 }],
  ['10.0.0.7:4000', { host: '10.0.0.7', port: 4000 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['', undefined],
])('the scanner at "%s" is found there', (text, clamd) => {
  expect(readConfig({ ...secret, CLAMD_HOST: text }).clamd).toEqual(clamd)
})

describe('Direct messages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'direct-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const direct = {
    DIRECT_SMTP_URL: 'smtps://hisp.example.org',
    DIRECT_ADDRESS: 'portal@direct.example.org',
    DIRECT_DIR: folder,
  }

  test('need their three values together, and a folder with keys and anchors', () => {
    const start = (env: object) => () => readConfig({ ...secret, ...env })
    for (const name of ['DIRECT_SMTP_URL', 'DIRECT_ADDRESS', 'DIRECT_DIR'])
      expect(start({ ...direct, [name]: '' })).toThrow('DIRECT_SMTP_URL, DIRECT_ADDRESS and DIRECT_DIR together')
    expect(start({ ...direct, DIRECT_SMTP_URL: 'hisp.example.org' })).toThrow('DIRECT_SMTP_URL must be an address')
    expect(start({ ...direct, DIRECT_ADDRESS: 'portal' })).toThrow('DIRECT_ADDRESS must be the address')
    for (const file of ['own.pem', 'own.key', 'anchors']) {
      expect(start(direct)).toThrow(`DIRECT_DIR must be a folder with ${file}.`)
      writeFileSync(join(folder, file), '')
    }
    expect(
      start({ ...direct, DIRECT_DNS: '10.0.0.7:5353', DIRECT_PORT: '25', DIRECT_HOST: '0.0.0.0' })().direct,
    ).toEqual({
      url: direct.DIRECT_SMTP_URL,
      address: direct.DIRECT_ADDRESS,
      folder,
      listen: { host: '0.0.0.0', port: 25 },
      resolver: { host: '10.0.0.7', port: 5353 },
    })
  })
})

test('a start without any of them uses none', () => {
  expect(readConfig(secret)).toMatchObject({
    mail: undefined,
    sms: undefined,
    direct: undefined,
    sandboxSmtpPort: 3002,
  })
})

test.each([
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be an address such as'],
  [{ SMTP_URL: 'http://mail.example.org' }, 'SMTP_URL must be an address such as'],
  [{ SMTP_URL: mail.SMTP_URL }, 'MAIL_FROM must be the address'],
  [{ ...mail, MAIL_FROM: 'Portal <portal@example.org>' }, 'MAIL_FROM must be the address'],
  [{ SMS_ACCOUNT_SID: 'AC1' }, 'SMS_ACCOUNT_SID, SMS_AUTH_TOKEN and SMS_FROM together'],
  [{ ...sms, SMS_URL: 'api.twilio.com' }, 'SMS_URL must be the address'],
  [{ CLAMD_HOST: 'http://clamav:3310' }, 'CLAMD_HOST must be the host of clamd'],
  [{ CLAMD_HOST: 'clamav:99999' }, 'CLAMD_HOST must be the host of clamd'],
  [{ PASSWORD_MEMORY_KIB: '7' }, 'PASSWORD_MEMORY_KIB must be a whole number of KiB'],
  [{ PASSWORD_MEMORY_KIB: '19456.5' }, 'PASSWORD_MEMORY_KIB must be a whole number of KiB'],
  [{ PASSWORD_MEMORY_KIB: '19 MiB' }, 'PASSWORD_MEMORY_KIB must be a whole number of KiB'],
  [{ PASSWORD_MEMORY_KIB: String(2 ** 32 + 8) }, 'PASSWORD_MEMORY_KIB must be a whole number of KiB'],
  [{ ICE_SERVERS: 'relay.example.org' }, 'ICE_SERVERS must be stun: and turn: addresses'],
])('%j is refused in a sentence that does not tell a password', (env, words) => {
  const start = () => readConfig({ ...secret, ...env })
  expect(start).toThrow(StartRefused)
  expect(start).toThrow(words)
  expect(start).not.toThrow(/someone:secret@/)
})

test('links have the port that browsers use', () => {
  expect(publicAddress({ tls: false, port: 3000 })).toEqual({ tls: false, port: 3000 })
  expect(publicAddress({ tls: false, port: 0 }, 41_234)).toEqual({ tls: false, port: 41_234 })
  expect(publicAddress({ tls: true, port: 3000 }, 3000)).toEqual({ tls: true, port: undefined })
  expect(publicAddress({ tls: true, publicPort: 8443, port: 3000 }, 3000)).toEqual({ tls: true, port: 8443 })
})
