import type { TObject } from 'typebox'
import { contract } from '../../schemas/contract.ts'
import { protocolVersion } from '../../schemas/screen.ts'
import { plain } from './catalog.ts'
import type { ActionDefinition, RegionDefinition, ScreenDefinition, UploadDefinition } from './definitions.ts'
import type { Portal } from './portal.ts'
import { nameOf } from './schema-name.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1 of everything under /ui/, made from the same definitions that serve it. */
export function openApi(portal: Portal): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Screens of the portal',
      version: protocolVersion,
      description: 'Screens, regions and actions as JSON. Each practice is reached by its own host name.',
    },
    servers: [{ url: '/' }],
    tags: [{ name: 'Screens' }, { name: 'Regions' }, { name: 'Actions' }, { name: 'Contract' }],
    paths: Object.fromEntries([
      [
        '/ui/shell',
        {
          get: operation('Contract', { summary: 'What stands around every screen for this visitor', answer: 'Shell' }),
        },
      ],
      ...portal.screens.map(screenPath),
      ...[...portal.regions.values()].map(regionPath),
      ...[...portal.actions.values()].map(actionPath),
      ...[...portal.uploads.values()].map(uploadPath),
      ...plainPaths.map(([path, summary]) => [
        path,
        { get: { tags: ['Contract'], summary, responses: { 200: { description: 'JSON' } } } },
      ]),
    ]) as Json, // a list of pairs
    components: {
      schemas: Object.fromEntries(contract.map((schema) => [nameOf(schema), localRefs(plain(schema as TObject))])),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'portal_session' } },
    },
  }
}

const plainPaths: [string, string][] = [
  ['/ui/catalog', 'Index of the contract'],
  ['/ui/errors', 'The error catalogue'],
  ['/ui/openapi.json', 'This document'],
]

function screenPath({ route, about, query, guard }: ScreenDefinition): [string, Json] {
  const path = `/ui/screens${route.replace(/:(\w+)/g, '{$1}')}`
  const inPath = [...route.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return [
    path,
    {
      get: {
        ...operation('Screens', { summary: about, answer: 'Screen', guard: guard.name }),
        parameters: [...inPath, ...queryOf(query)],
      },
    },
  ]
}

function regionPath({ name, about, query, guard }: RegionDefinition): [string, Json] {
  return [
    `/ui/regions/${name}`,
    {
      get: {
        ...operation('Regions', { summary: about, answer: 'RegionContent', guard: guard.name }),
        parameters: queryOf(query),
      },
    },
  ]
}

function actionPath({ name, about, input, guard }: ActionDefinition): [string, Json] {
  const content = { 'application/json': { schema: plain(input) } }
  return [`/ui/actions/${name}`, { post: act({ about, guard, content }) }]
}

function uploadPath({ name, about, input, guard, limits }: UploadDefinition): [string, Json] {
  const fields = plain(input)
  const file = { type: 'string', format: 'binary', description: `At most ${limits.bytes} bytes; after the fields.` }
  const schema = {
    ...fields,
    required: [...((fields.required ?? []) as string[]), 'file'], // a member of an object schema
    properties: { ...(fields.properties as Json), file }, // a member of an object schema
  }
  return [`/ui/uploads/${name}`, { post: act({ about, guard, content: { 'multipart/form-data': { schema } } }) }]
}

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
}

const identityParameter = {
  name: 'X-Identity',
  in: 'header',
  required: false,
  description:
    'The `identity` of the shell for which the page was drawn. Required of those who act for several people, but for acts that concern their own account.',
  schema: { type: 'string' },
}

function act({ about, guard, content }: Pick<ActionDefinition, 'about' | 'guard'> & { content: Json }): Json {
  return {
    ...operation('Actions', { summary: about, answer: 'Effects', guard: guard.name }),
    parameters: [keyParameter, identityParameter],
    requestBody: { required: true, content },
  }
}

const asOfHeader = {
  'X-As-Of': {
    description:
      'When the content was drawn, or confirmed to be current; opaque, and for the live connection: see the schema Drawn.',
    schema: { type: 'string' },
  },
}

function operation(
  tag: string,
  { summary, answer, guard = 'anyone' }: { summary: string; answer: string; guard?: string },
): Json {
  const content = (type: string, name: string) => ({ [type]: { schema: { $ref: `#/components/schemas/${name}` } } })
  return {
    tags: [tag],
    summary,
    description: `For ${guard}.`,
    ...(guard === 'anyone' ? {} : { security: [{ session: [] }] }),
    responses: {
      200: { description: 'Done', headers: asOfHeader, content: content('application/json', answer) },
      ...(tag === 'Actions'
        ? {}
        : { 304: { description: 'Unchanged since the ETag that was sent', headers: asOfHeader } }),
      default: {
        description: 'Why it was not done',
        headers: asOfHeader,
        content: content('application/problem+json', 'Problem'),
      },
    },
  }
}

function queryOf(query: TObject | undefined): Json[] {
  const published = query ? (plain(query).properties as Json) : {} // a member of an object schema
  return Object.entries(published).map(([name, schema]) => ({ name, in: 'query', schema }))
}

/** Converts references by name to references to a place in this document. */
function localRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(localRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string' ? `#/components/schemas/${inner}` : localRefs(inner),
    ]),
  )
}
