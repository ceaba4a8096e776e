/** @module-tag database */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import { encryptedColumns } from '../../server/encrypted-columns.ts'
import { createEncryption } from '../../server/encryption.ts'
import { addTask } from '../../server/features/staff-tasks/read-sources.ts'
import { rotateSecrets } from '../../server/stored-encryption.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { nextStep, openApp, shownSecret } from '../support/authenticator-app.ts'
import { dialogOf, enterCard, payByCard, testCards } from '../support/card-payment.ts'
import { makeInvoice } from '../support/invoices.ts'
import { runDueJobs } from '../support/jobs.ts'
import { attachFile, unsentWithFile } from '../support/message-files.ts'
import { databaseText } from '../support/database-text.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import { testSecret, type RunningPortal, type Visitor } from '../support/portal.ts'
import { testEncryption } from '../support/encryption.ts'
import { setSetting } from '../support/switches.ts'
import { prepareRecord } from '../support/record-export.ts'

const test = portalTest({
  maria: 'maria.alvarez',
  nora: 'new.patient',
  calls: 'calls.desk',
  settings: 'settings.desk',
})

const typed = {
  message: 'A rash behind the left knee.',
  draft: 'Half of a question about tablets.',
  file: 'The words in an attached file.',
  mail: 'Words to a physician outside.',
  task: 'What a patient has uploaded.',
  key: 'sk-a-key-of-the-processor-4711',
}

/** Does what stores each kind of value that must not be read in a database. Returns those that nobody typed. */
async function useEverything(
  portal: RunningPortal,
  { maria, nora, calls, settings }: Record<'maria' | 'nora' | 'calls' | 'settings', Visitor>,
): Promise<string[]> {
  await payByCard(portal, maria, { amount: '20.00' })
  await enterCard(portal, maria, testCards.approved)
  await makeInvoice(maria)
  await prepareRecord(portal, maria)
  await maria.act('messages.saveDraft', { draft: randomUUID(), value: { body: typed.draft }, stored: {} })
  const draft = randomUUID()
  const file = { name: 'file', fileName: 'a.pdf', content: `%PDF-1.4\n${typed.file}\n%%EOF` }
  await attachFile(maria, { draft, file })
  await unsentWithFile(portal, maria)
  const task = { licenseeId: 'lakeside', kind: 'upload', key: 'one', patientId: '1001', detail: typed.task } as const
  await addTask(portal.database.db, { encryption: testEncryption }, { ...task, at: portal.portal.now() })
  const setting = portal.portal.settingsByName.get('Card_Payment_Key') ?? expect.fail('there is no such setting')
  const { version: seenVersion } = portal.portal.settings.state('lakeside', setting)
  const change = { name: setting.name, value: typed.key, seenVersion }
  expect((await settings.act('admin.changeSetting', change)).status).toBe(200)
  const secret = await confirmApp(portal, maria)
  await portal.fault({ kind: 'down', path: 'smtp' })
  await sendMail(maria)
  const [token] = await waitingLink(portal, calls)
  await nora.act('account.beginSecondFactor', { Proof: 'Morning-Bridge-26' })
  return [secret, await shownSecret(nora), token ?? expect.fail('no link was sent')]
}

async function sendMail(visitor: Visitor): Promise<void> {
  const search = await visitor.act<{ effects: Effect[] }>('simpleMail.findVisitRecords', {
    from: '2020-01-01',
    to: '2026-01-01',
  })
  const [form] = blocksOf(dialogOf(search.body.effects)?.blocks, 'form')
  const records = form?.fields[0]?.options?.[0]?.value
  const mail = { to: 'reader@example.org', subject: 'Records', message: typed.mail, draft: randomUUID(), records }
  const warned = await visitor.act<{ effects: Effect[] }>('simpleMail.send', mail)
  const [anyway] = blocksOf(dialogOf(warned.body.effects), 'action').filter(({ id }) => id === 'send-anyway')
  const input = (anyway?.do.type === 'call' ? anyway.do.input : undefined) ?? {}
  expect((await visitor.act('simpleMail.sendAnyway', input)).status).toBe(200)
}

/** The token of a link to a new password, whose email waits because the mail server is down. */
async function waitingLink(portal: RunningPortal, calls: Visitor): Promise<string[]> {
  const [account] = await rowsOf<{ version: number }>(
    portal.database.db,
    sql`select password_version as version from accounts where login = 'maria.alvarez'`,
  )
  expect((await calls.act('accountHelp.sendLink', { patient: '1001', version: account?.version })).status).toBe(200)
  const stored = await rowsOf<{ body: string; id: string }>(
    portal.database.db,
    sql`select body, id from outbox where body <> ''`,
  )
  const readable = createEncryption(testSecret, { secrets: [testSecret], readsEarlier: false })
  return stored.flatMap(
    ({ body, id }) => /\/link\/([\w-]{43})/.exec(readable.decrypt(body, ['outbox.body', id]))?.[1] ?? [],
  )
}

async function confirmApp(portal: RunningPortal, visitor: Visitor): Promise<string> {
  await setSetting(portal, { name: 'Portal_Second_Factor', value: true })
  nextStep(portal)
  await visitor.act('account.beginSecondFactor', { Proof: 'Sunny-Harbor-42' })
  const app = openApp(portal, await shownSecret(visitor))
  expect((await visitor.act('account.enableSecondFactor', { code: app.code() })).status).toBe(200)
  return app.secret
}

describe('the database', () => {
  test('holds no secret in clear, and all of it is encrypted again with another key', async ({
    portal,
    maria,
    nora,
    calls,
    settings,
  }) => {
    const secrets = await useEverything(portal, { maria, nora, calls, settings })
    expect(secrets.map((secret) => secret.length)).toEqual([32, 32, 43])
    const dump = await databaseText(portal)
    expect(dump).toContain('maria.alvarez')
    for (const secret of [...secrets, ...Object.values(typed)]) expect(dump).not.toContain(secret)

    const key = 'another key with at least thirty-two letters'
    const rotated = await rotateSecrets(
      portal.database.db,
      createEncryption(testSecret, { secrets: [key, testSecret], readsEarlier: true }),
    )
    expect(rotated.filter(({ unreadable }) => unreadable > 0)).toEqual([])
    const empty = rotated.filter(({ rewritten }) => rewritten === 0).map(({ column }) => column)
    // The pages of an export are deleted with its end.
    expect([empty, rotated.length]).toEqual([['record_export_pages.content'], Object.keys(encryptedColumns).length])

    const only = createEncryption(testSecret, { secrets: [key], readsEarlier: false })
    const again = await rotateSecrets(portal.database.db, only)
    expect(again.filter(({ rewritten, unreadable }) => rewritten + unreadable > 0)).toEqual([])
    await runDueJobs(portal)
  })
})
