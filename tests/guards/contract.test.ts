import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { TObject, TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { actionKinds } from '../../schemas/action.ts'
import { blockSchemas } from '../../schemas/blocks.ts'
import { contract } from '../../schemas/contract.ts'
import { effectKinds } from '../../schemas/effect.ts'
import { danglingRefs, openObjects } from './contract.ts'
import { readText, repositoryFiles, root } from './repository.ts'

interface Published {
  $id?: string
  description?: string
  examples?: unknown[]
}

const about = (schema: TSchema) => schema as TSchema & Published // TypeBox does not declare the options of a schema
const nameOf = (schema: TSchema) => about(schema).$id ?? '(nameless)'
const published = contract.map((schema) => about(schema))
const names = new Set(published.map(nameOf))

const ajv = new Ajv({ discriminator: true, strict: false })
// ajv-formats is CommonJS; only its types put the function under `default`.
;(formats as unknown as (instance: Ajv) => void)(ajv)
for (const schema of contract) ajv.addSchema(schema as object)

function errorsOf(name: string, value: unknown): string {
  const validate = ajv.getSchema(name)
  if (!validate) return `no schema is called ${name}`
  return validate(value) ? '' : ajv.errorsText(validate.errors)
}

describe.each(Object.entries(blockSchemas))('the block kind %s', (kind, schema: TObject) => {
  test('has a schema file and a component of its name', () => {
    expect(existsSync(join(root, 'schemas', 'blocks', `${kind}.ts`))).toBe(true)
    // A kind of several files is a folder.
    const components = [`${kind}.tsx`, join(kind, `${kind}.tsx`)]
    expect(components.filter((path) => existsSync(join(root, 'client', 'blocks', path)))).toHaveLength(1)
  })

  test('says what it is and shows an example of itself', () => {
    expect(about(schema).description).toMatch(/\w.*\.$/)
    expect(about(schema).examples).toEqual([expect.objectContaining({ kind })])
    expect(Object.keys(schema.properties)[0]).toBe('kind')
  })

  test('is drawn by the registry of the client', () => {
    expect(readText('client/blocks/registry.ts')).toMatch(new RegExp(`'\\./(${kind}/)?${kind}\\.tsx'`))
  })
})

test.each(['schemas/blocks', 'client/blocks'])('every file and folder of %s belongs to a block kind', (folder) => {
  const pattern = new RegExp(`^${folder}/([a-z]+)(\\.tsx?$|/)`)
  const kinds = new Set(repositoryFiles().flatMap(({ path }) => pattern.exec(path)?.[1] ?? []))
  kinds.delete('registry')
  expect(kinds.size).toBe(Object.keys(blockSchemas).length)
  expect([...kinds].filter((kind) => !(kind in blockSchemas))).toEqual([])
})

describe.each(Object.entries({ ...actionKinds }))('the action kind %s', (kind, schema: TObject) => {
  test('says what it is and shows an example of itself', () => {
    expect(about(schema).description).toMatch(/\w.*\.$/)
    expect(about(schema).examples).toEqual([expect.objectContaining({ type: kind })])
  })
})

describe.each(Object.entries({ ...effectKinds }))('the effect kind %s', (kind, schema: TObject) => {
  test('says what it is and shows an example of itself', () => {
    expect(about(schema).description).toMatch(/\w.*\.$/)
    expect(about(schema).examples).toEqual([expect.objectContaining({ type: kind })])
  })
})

describe.each(published.map((schema) => [nameOf(schema), schema] as const))(
  'the published schema %s',
  (name, schema) => {
    test('has a name of its own and a description', () => {
      expect(published.filter((each) => nameOf(each) === name)).toHaveLength(1)
      expect(schema.description).toMatch(/\w.*\.$/)
    })

    test('admits its own examples', () => {
      expect((schema.examples ?? []).map((example) => errorsOf(name, example)).filter(Boolean)).toEqual([])
    })

    test('refers only to schemas that are published', () => {
      expect(danglingRefs(schema, names)).toEqual([])
    })
  },
)

test('every object of the contract is closed, but for extensions, whose vendor knows the rest', () => {
  expect(published.flatMap((schema) => openObjects(schema).map((at) => `${nameOf(schema)} ${at}`))).toEqual([
    'Extension /',
  ])
})

test('the contract refuses a member that it does not name, in an object and within a list', () => {
  const text = { kind: 'text', id: 'a', text: 'A' }
  expect(errorsOf('Text', text)).toBe('')
  expect(errorsOf('Text', { ...text, colour: 'red' })).toContain('must NOT have additional properties')
  expect(errorsOf('Block', { kind: 'stack', id: 's', blocks: [{ ...text, colour: 'red' }] })).not.toBe('')
  expect(errorsOf('Block', { kind: 'nothing', id: 's' })).not.toBe('')
})

test('an object that is left open is found at any depth', () => {
  const closed = { type: 'object', properties: {}, additionalProperties: false }
  expect(openObjects({ ...closed, properties: { a: { anyOf: [{ type: 'object', properties: {} }] } } })).toEqual([
    '/properties/a/anyOf/0',
  ])
  expect(openObjects({ type: 'object', properties: {} })).toEqual(['/'])
  expect(openObjects({ ...closed, properties: { map: { type: 'object', patternProperties: {} } } })).toEqual([])
})

test('a reference to nothing is found', () => {
  expect(danglingRefs({ items: [{ $ref: 'Text' }, { $ref: 'Gone' }] }, new Set(['Text']))).toEqual(['Gone'])
})
