import { join } from 'node:path'
import { openDatabase } from '../../server/db/open.ts'
import { writeFromOffice } from '../../server/sandbox/areas/messages/write-from-office.ts'
import { buildSandbox } from '../../server/sandbox/sandbox.ts'
import { practice } from './fixture/people.ts'

/**
 * The record server of a run, in its own process. `/bench/calls` returns the calls since it was last requested;
 * `/bench/office` writes to a patient as the office does.
 */
const { DATA_DIR: folder = '', DATABASE_URL: url, PORT: port } = process.env
const database = await openDatabase({ url, folder: join(folder, 'sandbox'), schema: 'sandbox' })
const app = await buildSandbox({ database })
const calls: string[] = []
const mostCalls = 1000
app.addHook('onRequest', async ({ url: path, method }) => {
  if (calls.length < mostCalls && method === 'GET' && path.includes('/api/')) calls.push(path)
})
app.get('/bench/calls', async () => calls.splice(0))
app.post<{ Querystring: { patient: string; subject: string } }>('/bench/office', async ({ query }) => {
  const from = { id: 101, isGroup: false }
  const patientN = Number(query.patient)
  const text = 'Please call us about your next appointment.'
  await writeFromOffice(database.db, {
    practice,
    patientN,
    from,
    subject: query.subject,
    text,
    isHigh: false,
    now: Date.now(),
  })
  return {}
})
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => database.close())
    .finally(() => process.exit(0))
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
