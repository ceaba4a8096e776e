import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Database } from '../db/open.ts'
import { areas } from './areas.ts'
import { guardControls } from './control/control-access.ts'
import { addFaults } from './control/faults.ts'
import { authenticatorRoutes } from './mail/authenticator.routes.ts'
import { outboxRoutes } from './mail/outbox.routes.ts'
import { smsRoutes } from './mail/sms.routes.ts'
import { bindPractice, loadPractices, type Sandbox } from './practices.ts'
import { prepareDatabase } from './prepare-database.ts'
import { addHisp } from './direct/hisp.ts'
import { addMailServer } from './mail/smtp-server.ts'
import type { BackgroundJob } from './staff/staff-page.ts'
import { staffRoutes } from './staff/staff.routes.ts'

export interface SandboxOptions {
  /** The sandbox's own database; the caller closes it. */
  database: Database
  /** The bearer token for the controls under /sandbox/. */
  token?: string
  now?: () => Date
  /** Returns the portal's background jobs, for the staff page. */
  listJobs?: () => Promise<readonly BackgroundJob[]>
  /** Where the portal listens, for links that the office sends. */
  portalPort?: number
  logger?: FastifyBaseLogger
}

/**
 * Builds the sandbox that replaces the practices' record servers, ready to listen. Creates its tables and fills an
 * empty database.
 */
export async function buildSandbox({
  database,
  token,
  now = () => new Date(),
  listJobs,
  portalPort = 3000,
  logger,
}: SandboxOptions): Promise<FastifyInstance> {
  const { db } = database
  await prepareDatabase(database, now().getTime())
  const sandbox: Sandbox = { db, now: () => now().getTime(), practices: await loadPractices(db) }
  const app: FastifyInstance = fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    // Query strings of the record server identify people; request logs would contain them.
    logController: new LogController({ disableRequestLogging: true }),
    // Calls that a fault keeps hanging must not keep the server from closing.
    forceCloseConnections: true,
    routerOptions: { caseSensitive: false },
  })
  answerErrors(app)
  guardControls(app, token)
  const faults = addFaults(app)
  addMailServer(app, { db, now: sandbox.now, faults })
  addHisp(app, { db, now: sandbox.now, faults })
  app.get('/health', async () => ({ status: 'ok' }))
  await app.register(outboxRoutes(sandbox))
  await app.register(smsRoutes(sandbox))
  await app.register(authenticatorRoutes(sandbox))
  await app.register(staffRoutes(sandbox, { faults, listJobs, portalPort }))
  await app.register(practiceRoutes(sandbox), { prefix: '/:practice' })
  return app
}

const practiceRoutes = (sandbox: Sandbox) => async (app: FastifyInstance) => {
  bindPractice(app, sandbox)
  for (const { routes = [], pages = [] } of areas) {
    for (const each of routes) await app.register(each(sandbox), { prefix: '/api' })
    for (const each of pages) await app.register(each(sandbox))
  }
}

function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ message: 'No such call.' }))
  app.setErrorHandler(async (error: { statusCode?: number; message: string }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ message: error.message })
    request.log.error({ err: error }, 'a call to the sandbox record server failed')
    return reply.code(500).send({ message: 'The record server failed.' })
  })
}
