import { Ajv } from 'ajv'
import { describe, expect } from 'vitest'
import { contract } from '../../schemas/contract.ts'
import { protocolTest, visit, type Visitor } from './protocol-portal.ts'
import { mostBytes } from './protocol-feature.ts'

type Json = Record<string, unknown>

const test = protocolTest().extend('visitor', { scope: 'file' }, ({ protocol }) => visit(protocol))

const jsonAt = async <T>(visitor: Visitor, path: string): Promise<T> => {
  const answer = await visitor.get(path)
  expect([path, answer.statusCode]).toEqual([path, 200])
  return answer.json<T>()
}

interface Catalog {
  protocol: string
  schemas: string[]
  blocks: { kind: string; schema: string }[]
  screens: { route: string; guard: string; actions: string[]; settings: string[] }[]
  actions: { name: string; guard: string; input: Json }[]
  regions: { name: string }[]
  uploads: { name: string; guard: string; limits: object }[]
}

describe('the catalog', () => {
  test('leads to every schema of the contract', async ({ visitor }) => {
    const { schemas, blocks } = await jsonAt<Catalog>(visitor, '/ui/catalog')
    expect(schemas).toHaveLength(contract.length)
    for (const path of [...schemas, ...blocks.map(({ schema }) => schema)]) {
      const answer = await visitor.get(path)
      expect(answer.headers['content-type']).toContain('application/schema+json')
      expect(answer.json()).toMatchObject({
        $id: path.replace('/ui/schemas/', ''),
        $schema: 'http://json-schema.org/draft-07/schema#',
      })
    }
  })

  test('names every screen, region, action and upload of the portal with its guard', async ({ protocol, visitor }) => {
    const catalog = await jsonAt<Catalog>(visitor, '/ui/catalog')
    expect(catalog.screens.map(({ route }) => route)).toEqual(protocol.portal.screens.map(({ route }) => route))
    expect(catalog.actions.map(({ name }) => name)).toEqual([...protocol.portal.actions.keys()])
    expect(catalog.regions.map(({ name }) => name)).toEqual([...protocol.portal.regions.keys()])
    expect(catalog.uploads.map(({ name }) => name)).toEqual([...protocol.portal.uploads.keys()])
    expect(catalog.uploads.map(({ limits }) => limits)).toContainEqual({ bytes: mostBytes, files: 1 })
    expect([...catalog.screens, ...catalog.actions, ...catalog.uploads].filter(({ guard }) => !guard)).toEqual([])
  })

  test('gives for every action an input that can be checked', async ({ visitor }) => {
    const ajv = new Ajv({ strict: false })
    for (const { input } of (await jsonAt<Catalog>(visitor, '/ui/catalog')).actions)
      expect(ajv.validateSchema(input)).toBe(true)
  })
})

test('the error catalogue lists every code with its words and parameters', async ({ protocol, visitor }) => {
  const errors = await jsonAt<{ code: string; message: string; parameters: string[] }[]>(visitor, '/ui/errors')
  expect(Object.fromEntries(errors.map(({ code, message }) => [code, message]))).toEqual(
    protocol.portal.catalogue.messages,
  )
  expect(errors.find(({ code }) => code === 'request.tooMany')?.parameters).toEqual(['wait'])
})

interface Operation {
  summary?: string
  responses?: Record<string, Json>
  parameters?: { name: string; in: string; required?: boolean; schema?: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
}
interface OpenApi {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

/** Every `$ref` of a document, but for those in examples. */
function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
  )
}

describe('the OpenAPI document', () => {
  test('is of version 3.1 and refers only to what is in it', async ({ visitor }) => {
    const document = await jsonAt<OpenApi>(visitor, '/ui/openapi.json')
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    const refs = refsIn(document)
    expect(refs.length).toBeGreaterThan(50)
    expect(refs.filter((ref) => !(ref.replace('#/components/schemas/', '') in document.components.schemas))).toEqual([])
  })

  test('says of every call what it answers and of every part of a path what it is', async ({ visitor }) => {
    const { paths } = await jsonAt<OpenApi>(visitor, '/ui/openapi.json')
    for (const [path, operations] of Object.entries(paths)) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const [method, { summary, responses = {}, parameters = [], requestBody }] of Object.entries(operations)) {
        const at = `${method} ${path}`
        expect([at, ['get', 'post'].includes(method), Boolean(summary)]).toEqual([at, true, true])
        expect([at, Object.keys(responses).length > 0]).toEqual([at, true])
        expect([at, Object.values(responses).every(({ description }) => Boolean(description))]).toEqual([at, true])
        expect([at, parameters.filter((each) => each.in === 'path' && each.required).map(({ name }) => name)]).toEqual([
          at,
          parts,
        ])
        expect([at, requestBody !== undefined]).toEqual([at, method === 'post'])
      }
    }
  })

  test('holds every screen, region, action and upload', async ({ protocol, visitor }) => {
    const { paths } = await jsonAt<OpenApi>(visitor, '/ui/openapi.json')
    const { screens, regions, actions, uploads } = protocol.portal
    const expected = [
      ...screens.map(({ route }) => `/ui/screens${route.replace(/:(\w+)/g, '{$1}')}`),
      ...[...regions.keys()].map((name) => `/ui/regions/${name}`),
      ...[...actions.keys()].map((name) => `/ui/actions/${name}`),
      ...[...uploads.keys()].map((name) => `/ui/uploads/${name}`),
    ]
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(expected))
  })

  test('has a page that shows it, with a policy that runs no words as code', async ({ visitor }) => {
    const page = await visitor.get('/ui/docs')
    const response = page.statusCode === 302 ? await visitor.get(String(page.headers.location)) : page
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
    expect(String(response.headers['content-security-policy'])).not.toContain('unsafe-eval')
    expect(/script-src[^;]*/.exec(String(response.headers['content-security-policy']))?.[0]).not.toContain('unsafe')
    const scripts = [...response.body.matchAll(/<script[^>]*src="([^"]+)"/g)].map(
      ([, src = '']) => new URL(src, 'http://a/ui/docs/').pathname,
    )
    expect(scripts.length).toBeGreaterThan(0)
    for (const src of scripts) expect([src, (await visitor.get(src)).statusCode]).toEqual([src, 200])
  })
})

describe('the compiled checks of a form', () => {
  test('are kept for ever, because their address changes with them', async ({ visitor }) => {
    const form = findForm((await visitor.get('/ui/screens/user/login')).json())
    const answer = await visitor.get(String(form?.validator))
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(answer.headers['content-type']).toContain('text/javascript')
    expect(answer.body).toMatch(/^export default /)
    expect(answer.body).not.toMatch(/\beval\(|new Function\(/)
  })

  test.for(['/ui/forms/0.js', '/ui/forms/..%2f..%2fpackage.json', '/ui/forms/'])(
    'are nothing at %s',
    async (path, { visitor }) => {
      expect((await visitor.get(path)).statusCode).toBe(404)
    },
  )
})

function findForm(value: unknown): { validator: string } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('validator' in value) return value as { validator: string } // a form block
  return Object.values(value)
    .map(findForm)
    .find((validator) => validator !== undefined)
}
