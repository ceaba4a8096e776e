import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { Server } from 'socket.io'
import { openDatabase } from '../../server/db/open.ts'
import { registerSessions } from '../../server/http/sessions.ts'

/** The baseline for comparison: a bare route behind the same sessions on the same engine, and a bare socket. */
const { DATA_DIR: folder = '', PORT: port, BYTES = '' } = process.env
const database = await openDatabase({ folder })
const bytes = readFileSync(BYTES, 'utf8')
const app = Fastify()
await registerSessions(app, {
  db: database.db,
  secret: 'for the bench only, thirty-two letters',
  secure: false,
  now: () => new Date(),
  mayStayIn: sql`true`,
})
app.get('/health', () => ({ status: 'ok' }))
app.get('/sign-in', async (request) => {
  request.session.licenseeId = 'lakeside'
  request.session.person = {
    accountId: 1,
    kind: 'patient',
    login: 'bench',
    firstName: 'Bench',
    lastName: 'Person',
    patient: { id: '1', emrId: 'B-1', firstName: 'Bench', lastName: 'Person' },
  }
  return { signedIn: true }
})
app.get('/signed-in', (request, reply) => {
  if (!request.session.person) return reply.code(401).send()
  return reply.type('application/json; charset=utf-8').send(bytes)
})
app.get('/open', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
app.get('/page', (_request, reply) =>
  reply
    .type('text/html')
    .send('<!doctype html><title>bare</title><p id="output"></p><script src="/socket.io/socket.io.js"></script>'),
)
const io = new Server(app.server)
io.on('connection', (socket) => socket.on('change', (turn: unknown) => io.emit('changed', turn)))
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => database.close())
    .finally(() => process.exit(0))
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
