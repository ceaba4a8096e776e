/** @module-tag database */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../tests/support/databases.ts'
import { dyingHandle } from '../tests/support/dying-handle.ts'
import { StartRefused } from './config.ts'
import type { Database } from './db/open.ts'
import { createCipher, createEncryption, UnreadableValue, type Encryption } from './encryption.ts'
import { billingSettings } from './practice/billing/billing.settings.ts'
import { encryptStoredSecrets, openSettingsStore } from './licensees/settings/settings-store.ts'
import { rowsOf } from './db/rows.ts'
import { encryptClearValues, openEncryption, rotateSecrets } from './stored-encryption.ts'

const sessionSecret = 'the session secret of an installation'
const [older, newer] = ['an older key with thirty-two letters', 'a newer key with thirty-two letters.']
const opened = (secrets: string[], readsEarlier = false) => createEncryption(sessionSecret, { secrets, readsEarlier })
const encryption = opened([older])
const practices = [
  { id: 'north', name: 'North', hosts: ['north.example'] },
  { id: 'south', name: 'South', hosts: ['south.example'] },
]
const setting = billingSettings.Card_Payment_Key
const handle = dyingHandle()

let database: Database
beforeAll(async () => {
  database = await openTestDatabase('portal', { onStatement: handle.hear })
})
afterAll(() => database.close())
beforeEach(async () => {
  for (const table of ['setting_values', 'outbox', 'idempotency_keys', 'encryption_keys', 'message_drafts'])
    await database.db.execute(sql.raw(`delete from ${table}`))
})

const all = (query: string) => rowsOf<Record<string, unknown>>(database.db, sql.raw(query))

async function keepKey(licenseeId: string, value: string): Promise<void> {
  const store = await openSettingsStore(database.db, practices, encryption)
  await store.change({ licenseeId, setting, value, seenVersion: 0, by: 'ann', at: new Date() })
}

const paymentKeyOf = async (licenseeId: string, by = encryption) =>
  (await openSettingsStore(database.db, practices, by)).value(licenseeId, setting)

/** Stores a draft as versions before 0.7 did. */
async function keepEarlierDraft(words: string, id: string = randomUUID()): Promise<void> {
  const content = createCipher(sessionSecret).encrypt(words)
  await database.db.execute(
    sql`insert into message_drafts (account_id, licensee_id, patient_id, id, content, saved_at)
      values (7, 'north', '1001', ${id}, ${content}, now())`,
  )
}

async function drafts(by = encryption): Promise<string[]> {
  const rows = await all('select content from message_drafts')
  return rows
    .map(({ content }) => by.decrypt(String(content), ['message_drafts.content', 7, 'north', '1001']))
    .toSorted()
}

describe('a secret setting', () => {
  test('is stored encrypted and read again', async () => {
    await keepKey('north', 'sk-1')
    expect(JSON.stringify(await all('select * from setting_values'))).not.toContain('sk-1')
    expect(await paymentKeyOf('north')).toBe('sk-1')
  })

  test('that was moved to another practice is refused', async () => {
    await keepKey('north', 'sk-1')
    await keepKey('south', 'sk-2')
    await database.db.execute(
      sql`update setting_values set value = (select value from setting_values where licensee_id = 'north')`,
    )
    await expect(paymentKeyOf('south')).rejects.toThrow(
      'A value of setting_values.value was altered or belongs to another row.',
    )
  })

  test('that an earlier version has stored in clear is encrypted, with what it had replaced forgotten', async () => {
    await database.db.execute(
      sql`insert into setting_values (licensee_id, name, value, version, changed_by, changed_at)
        values ('north', ${setting.name}, '{"value": "sk-clear", "previous": "sk-before"}', 3, 'ann', now())`,
    )
    expect(await paymentKeyOf('north')).toBe('sk-clear')
    for (let starts = 0; starts < 2; starts++) await encryptStoredSecrets(database.db, [setting], encryption)
    expect(JSON.stringify(await all('select * from setting_values'))).not.toMatch(/sk-/)
    expect(await paymentKeyOf('north')).toBe('sk-clear')
  })
})

describe('a stored value', () => {
  const place = ['invoices.content', 'north', '1'] as const

  test('is refused when it was altered, moved, or its key is missing, and no refusal shows it', () => {
    const text = encryption.encrypt('a bill', place)
    const bytes = encryption.encryptBytes(Buffer.from('a bill'), place)
    expect([encryption.decrypt(text, place), encryption.decryptBytes(bytes, place).toString()]).toEqual([
      'a bill',
      'a bill',
    ])
    const other = ['invoices.content', 'south', '1'] as const
    const altered = `${text.slice(0, -2)}${text.at(-2) === 'A' ? 'B' : 'A'}${text.slice(-1)}`
    for (const read of [
      () => encryption.decrypt(text, other),
      () => encryption.decryptBytes(bytes, other),
      () => encryption.decrypt(altered, place),
      () => encryption.decrypt('', place),
      () => opened([newer]).decrypt(text, place),
    ]) {
      expect(read).toThrow(UnreadableValue)
      expect(read).not.toThrow(/a bill|south|north/)
    }
    const [id] = encryption.keyIds
    expect(() => opened([newer]).decrypt(text, place)).toThrow(
      `was encrypted with the key ${id}, which ENCRYPTION_KEYS does not hold`,
    )
  })

  test('of an earlier version is read while session-secret is among the keys', () => {
    const text = createCipher(sessionSecret).encrypt('a bill')
    expect(opened([newer], true).decrypt(text, place)).toBe('a bill')
    expect(() => opened([newer]).decrypt(text, place)).toThrow('with the key session-secret')
    const other = createEncryption('another session secret', { secrets: [newer], readsEarlier: true })
    expect(() => other.decrypt(text, place)).toThrow('SESSION_SECRET is not the one of then')
  })
})

describe('words that an earlier version has stored in clear', () => {
  test('are encrypted at the start, and words of finished messages stay empty', async () => {
    const message = (id: string, body: string) =>
      sql`insert into outbox (id, licensee_id, channel, recipient, body, state, not_after, created_at, changed_at)
        values (${id}, 'north', 'sms', '+1', ${body}, 'waiting', now(), now(), now())`
    await database.db.execute(message('1', 'Your code is 123456'))
    await database.db.execute(message('2', ''))
    await database.db.execute(
      sql`insert into idempotency_keys (owner, key, action, input_hash, effects, started_at)
        values ('me', 'k', 'a', 'h', '[{"type":"close"}]', now()), ('me', 'l', 'a', 'h', null, now())`,
    )
    for (let starts = 0; starts < 2; starts++) await encryptClearValues(database.db, encryption)
    const [first, second] = await all('select * from outbox order by id')
    expect(encryption.decrypt(String(first?.recipient), ['outbox.recipient', '1'])).toBe('+1')
    expect(encryption.decrypt(String(first?.body), ['outbox.body', '1'])).toBe('Your code is 123456')
    expect(second?.body).toBe('')
    expect((await rotateSecrets(database.db, encryption)).filter(({ unreadable }) => unreadable > 0)).toEqual([])
    const [done, runs] = await all('select effects from idempotency_keys order by key')
    const { encrypted } = (done?.effects ?? {}) as { encrypted: string } // as the portal stores it
    expect(encryption.decrypt(encrypted, ['idempotency_keys.effects', 'me', 'k'])).toBe('[{"type": "close"}]')
    expect(runs?.effects).toBeNull()
  })
})

describe('a start', () => {
  const start = (secrets: string[], readsEarlier = false) =>
    openEncryption(database.db, { sessionSecret, encryptionKeys: { secrets, readsEarlier } })

  test('is refused in a sentence without a key that may be in use, until everything was rewritten', async () => {
    await start([older])
    await keepKey('north', 'sk-1')
    await start([newer, older])
    const refused = start([newer])
    await expect(refused).rejects.toThrow(StartRefused)
    await expect(refused).rejects.toThrow(
      `keys that ENCRYPTION_KEYS does not hold: the key ${encryption.keyIds[0]}. Add what is missing`,
    )
    await rotateSecrets(database.db, opened([newer, older]))
    expect(await paymentKeyOf('north', await start([newer]))).toBe('sk-1')
    await expect(start([older])).rejects.toThrow('ENCRYPTION_KEYS does not hold')
  })

  test('needs session-secret while values of an earlier version may be there', async () => {
    await database.db.execute(sql`insert into encryption_keys (id) values ('session-secret')`)
    await expect(start([newer])).rejects.toThrow('ENCRYPTION_KEYS does not hold: session-secret.')
    await start([newer, sessionSecret], true)
  })
})

describe('the rotation', () => {
  test('says what it has rewritten, keeps what it cannot read, and then forgets no key', async () => {
    await keepKey('north', 'sk-1')
    for (let number = 0; number < 50; number++) await keepEarlierDraft(`draft ${number}`)
    await database.db.execute(sql`update message_drafts set content = 'AAAA' || content where id in
      (select id from message_drafts order by saved_at limit 2)`)
    await openEncryption(database.db, { sessionSecret, encryptionKeys: { secrets: [older], readsEarlier: true } })
    const results = await rotateSecrets(database.db, opened([newer, older], true))
    expect(results.filter(({ rewritten }) => rewritten > 0)).toEqual([
      { column: 'setting_values.value', what: 'secret settings', rewritten: 1, unreadable: 0 },
      { column: 'message_drafts.content', what: 'drafts', rewritten: 48, unreadable: 2 },
    ])
    expect(await all('select id from encryption_keys')).toHaveLength(1)
    await database.db.execute(sql`delete from message_drafts where content like 'AAAA%'`)
    expect(await drafts(opened([newer]))).toHaveLength(48)
  })

  test('that is ended at any statement loses nothing and can be run again', async () => {
    const statements = await handle.everyDeath(async (dying) => {
      await database.db.execute(sql`delete from encryption_keys`)
      await database.db.execute(sql`delete from setting_values`)
      await database.db.execute(sql`delete from message_drafts`)
      await keepKey('north', 'sk-1')
      await keepEarlierDraft('one')
      await keepEarlierDraft('two')
      const both = opened([newer, older], true)
      await dying(() => rotateSecrets(database.db, both)).catch(() => undefined)
      expect([await paymentKeyOf('north', both), await drafts(both)]).toEqual(['sk-1', ['one', 'two']])
      await rotateSecrets(database.db, both)
      expect([await paymentKeyOf('north', opened([newer])), await drafts(opened([newer]))]).toEqual([
        'sk-1',
        ['one', 'two'],
      ])
    })
    expect(statements).toBeGreaterThan(20)
  })

  test('leaves a value that somebody changes meanwhile as it was changed', async () => {
    await keepEarlierDraft('before', 'd')
    const both = opened([newer, older], true)
    const changed = both.encrypt('after', ['message_drafts.content', 7, 'north', '1001'])
    let changing: Promise<unknown> | undefined
    const racing: Encryption = {
      ...both,
      decrypt: (text, place) => {
        changing ??= Promise.resolve(
          database.db.execute(sql`update message_drafts set content = ${changed} where id = 'd'`),
        )
        return both.decrypt(text, place)
      },
    }
    await rotateSecrets(database.db, racing)
    await changing
    expect(await drafts(both)).toEqual(['after'])
  })
})
