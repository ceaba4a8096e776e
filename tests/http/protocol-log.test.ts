import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { protocolTest, signIn, visit } from './protocol-portal.ts'

const lines: string[] = []
const log = { write: (line: string) => void lines.push(line) }
const test = protocolTest({}, { log, config: { logLevel: 'trace' } })

test('the log says what was asked and how it ended, and nothing about anybody', async ({ protocol }) => {
  const patient = await signIn(protocol, 'maria.alvarez')
  const secret = { Username: 'maria.alvarez', Password: 'Wrong-Password-77' }
  await visit(protocol, { address: '203.0.113.9' }).act('account.signIn', secret)
  await patient.get('/ui/screens/user/home/dashboard?phone=2125550100', {
    'user-agent': 'Particular-Browser',
    referer: 'http://lakeside.localhost/?dob=1984-03-02',
  })
  await patient.get('/ui/screens/protocol/open/Alvarez?page=1')
  await patient.get('/ui/screens/protocol/broken')
  await patient.get('/ui/screens/Maria-Alvarez')
  await patient.send({
    method: 'POST',
    url: '/ui/actions/protocol.count',
    payload: '{"note":"Alvarez"',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'key-12345678' },
  })
  await patient.send({ method: 'POST', url: '/ui/reports', payload: { kind: 'block', name: 'unknown kind x-a:b' } })
  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(10)
  expect(log).toContain('/ui/screens/user/home/dashboard')
  expect(log).toContain('/ui/screens/protocol/open/:id')
  expect(log).toContain('"statusCode":500')
  expect(log).toContain('unexpected failure')
  expect(log).toContain('protocol-feature.ts') // where it failed
  expect(log).not.toMatch(
    /alvarez|maria|sunny-harbor|wrong-password|1984|2125550100|particular-browser|203\.0\.113|key-12345678/i,
  )
  expect(log).not.toContain(decodeURIComponent(patient.cookie ?? 'no cookie').slice(15, 40))
})

test('a query that failed beside requests is noted without its values', async ({ protocol }) => {
  lines.length = 0
  const error = await protocol.database.db.execute(sql`select ${'Alvarez'}::integer`).catch((thrown: unknown) => thrown)
  protocol.app.log.error({ err: error }, 'the query failed')
  expect(lines.join('')).toContain('"code":"22P02"')
  expect(lines.join('')).not.toContain('Alvarez')
})

test('a report of a client is noted without what could be somebody’s words', async ({ protocol }) => {
  lines.length = 0
  await visit(protocol).send({
    method: 'POST',
    url: '/ui/reports',
    payload: { kind: 'unknown block', name: `x-acme:map <b>\n${'y'.repeat(500)}`, more: 'Maria' },
  })
  const report = lines.find((line) => line.includes('could not draw'))
  expect(report).toContain('"kind":"unknownblock"')
  expect(report).not.toMatch(/<b>|Maria|y{61}/)
})
