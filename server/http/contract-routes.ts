import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { contract } from '../../schemas/contract.ts'
import { catalog, plain } from '../protocol/catalog.ts'
import { Failure } from '../protocol/failure.ts'
import { formAddress } from '../protocol/form-address.ts'
import { formModule } from '../protocol/form-module.ts'
import { openApi } from '../protocol/openapi.ts'
import type { Portal } from '../protocol/portal.ts'
import { take } from '../protocol/limits.ts'
import { nameOf } from '../protocol/schema-name.ts'

/** The routes for integrators: catalog, schemas, errors, OpenAPI; and the compiled checks of forms. */
export async function registerContract(app: FastifyInstance, portal: Portal): Promise<void> {
  const document = openApi(portal)
  const codeAt = compiledForms(portal)
  app.get('/ui/catalog', () => catalog(portal))
  app.get('/ui/errors', () =>
    Object.entries(portal.catalogue.messages).map(([code, message]) => ({
      code,
      message,
      parameters: [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    })),
  )
  app.get('/ui/openapi.json', () => document)
  app.get('/ui/schemas/:name', (request, reply) => {
    const { name } = request.params as { name: string } // the route names the parameter
    const schema = contract.find((each) => nameOf(each) === name)
    if (!schema) throw new Failure('route.unknown', { status: 404 })
    return reply
      .type('application/schema+json')
      .send(JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }))
  })
  app.get('/ui/forms/:file', (request, reply) => {
    const { file } = request.params as { file: string } // the route names the parameter
    const code = codeAt(`/ui/forms/${file}`)
    if (!code) throw new Failure('route.unknown', { status: 404 })
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/javascript; charset=utf-8')
      .send(code)
  })
  app.post('/ui/reports', { bodyLimit: 4096 }, async (request, reply) => {
    await take(portal, `reports:${request.ip}`, { tries: 30 })
    const { kind, name } = (request.body ?? {}) as { kind?: unknown; name?: unknown } // any client input
    request.log.warn({ report: { kind: short(kind), name: short(name) } }, 'a client could not draw something')
    return reply.code(204).send()
  })
  await app.register(swagger, { mode: 'static', specification: { document: document as never } }) // its type is for 3.0
  await app.register(swaggerUi, { routePrefix: '/ui/docs', staticCSP: docsPolicy, logLevel: 'silent' })
}

/** Compiles the check of each form when it is first requested, in every process. */
function compiledForms({ actions, features }: Portal): (address: string) => string | undefined {
  const schemas = [...[...actions.values()].map(({ input }) => input), ...features.flatMap(({ forms }) => forms())].map(
    (each) => plain(each),
  )
  const byAddress = new Map(schemas.map((schema) => [formAddress(schema), schema]))
  const compiled = new Map<string, string>()
  return (address) => {
    const schema = byAddress.get(address)
    const code = compiled.get(address) ?? (schema && formModule(schema).code)
    if (code) compiled.set(address, code)
    return code
  }
}

/** The docs page belongs to a library, which sets styles on its elements. */
const docsPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'"

function short(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/[^\w:.-]/g, '').slice(0, 60) : ''
}
