import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { fetched } from '../support/fetched.ts'
import { portalTest } from '../support/portal-test.ts'
import { prepareRecord } from '../support/record-export.ts'
import { crawl } from './crawl/crawl.ts'

const test = portalTest({ maria: 'maria.alvarez' })

/** The columns of the sandbox that say when something of a record was written or done. */
const written = {
  messages: ['created_at', 'sent_at'],
  test_results: ['test_date', 'released_at'],
  test_observations: ['taken_at'],
  assigned_forms: ['requested_at', 'updated_at'],
  lab_orders: ['modified_on'],
  clinical_documents: ['session_date'],
  visit_records: ['created_on'],
  medications: ['created_on', 'modified_on'],
  charges: ['claim_date'],
  documents: ['received_at'],
}

/** What a date of the year 1 would read like, in the zone of the practice or in that of the record server. */
const noSuchDate = /\/000[01]\b|NaN|Invalid DateTime| of ?"/

test('everything opens, without a date where a record has none', async ({ portal, maria }) => {
  for (const [table, columns] of Object.entries(written)) {
    const none = columns.map((column) => sql`${sql.identifier(column)} = '0001-01-01T00:00:00Z'`)
    await portal.records.db.execute(sql`update ${sql.identifier(table)} set ${sql.join(none, sql`, `)}`)
  }
  const routes = portal.portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
  const pages = await crawl(maria, routes, 2)
  expect(pages.filter(({ status }) => status >= 500).map(({ path }) => path)).toEqual([])
  const wordsOf = (body: unknown) => JSON.stringify(body, (key, value: unknown) => (addresses.has(key) ? '' : value))
  const shown = pages.flatMap(({ path, body }) => {
    const [hit] = noSuchDate.exec(wordsOf(body)) ?? []
    return hit === undefined ? [] : [`${path}: ${around(wordsOf(body))}`]
  })
  expect(shown).toEqual([])
  const names = new Set(pages.map(({ name }) => name))
  const lists = ['testResults.list', '/user/home/Messages', 'forms.list', 'labOrders.list']
  expect(lists.filter((name) => !names.has(name))).toEqual([])
  expect(pages.map(({ path }) => path)).toContain(`/ui/screens/user/home/Statements/0001-01-01`)
  await prepareRecord(portal, maria)
  const { bytes } = await fetched(portal, maria, '/user/home/Myrecord/export/fhir')
  const record = bytes.toString()
  expect(record).toContain('"DiagnosticReport"')
  expect(record).not.toMatch(/"(000[01]-|"[,}])/)
})

/** An id or an address may have the day that names charges without a date. */
const addresses = new Set(['to', 'href', 'src', 'id', 'input', 'route', 'address', 'topics'])

const around = (text: string) => {
  const at = text.search(noSuchDate)
  return text.slice(Math.max(0, at - 60), at + 60)
}
