import { describe, expect, test } from 'vitest'
import { wrongArrows } from './arrows.ts'
import { codeFiles, readText } from './repository.ts'

const { dependencies } = JSON.parse(readText('package.json')) as { dependencies: Record<string, string> } // written by npm

test('every file imports only what its folder may import', () => {
  const files = codeFiles()
  expect(files.length).toBeGreaterThan(50)
  expect(wrongArrows(files, Object.keys(dependencies))).toEqual([])
})

describe('the arrows refuse', () => {
  const libraries = ['react', 'typebox', 'fastify', 'drizzle-orm', '@rjsf/core', 'ajv']
  const check = (path: string, text: string) => wrongArrows([{ path, text: `${text}\n` }], libraries)

  test.each([
    ['a room in another room', 'server/features/home/home.feature.ts', "import { a } from '../billing/a.ts'"],
    ['a feature in the protocol', 'server/protocol/a.ts', "import type { A } from '../features/home/a.ts'"],
    ['the server in the client', 'client/a.ts', "import { a } from '../server/protocol/a.ts'"],
    ['typebox in the client', 'client/a.ts', "import Type from 'typebox'"],
    ['Node in the client', 'client/a.ts', "import { join } from 'node:path'"],
    ['the compiler of Ajv in the client', 'client/a.ts', "import { Ajv } from 'ajv'"],
    ['a library in the contract', 'schemas/a.ts', "import React from 'react'"],
    ['Node in the contract', 'schemas/a.ts', "import { join } from 'node:path'"],
    ['the portal in the sandbox', 'server/sandbox/a.ts', "import type { Config } from '../config.ts'"],
    ['the tables of the portal in the sandbox', 'server/sandbox/a.ts', "import { accounts } from '../db/schema.ts'"],
    ['the practice loader in the sandbox', 'server/sandbox/a.ts', "import { a } from '../practice-loader/a.ts'"],
    ['the portal in the practice loader', 'server/practice-loader/a.ts', "import { a } from '../config.ts'"],
    ['the contract in a gateway', 'server/gateways/emr/a.ts', "import type { A } from '../../../schemas/screen.ts'"],
    ['one gateway in another', 'server/gateways/emr/a.ts', "import { a } from '../cards/a.ts'"],
    [
      'what another area of the record server receives',
      'server/gateways/emr/slots/slots.ts',
      "import { RegionsAnswer } from '../reference/reference.wire.ts'",
    ],
    [
      'a file of another area beside its own',
      'server/gateways/emr/slots/slots.ts',
      "import { flagInWords } from '../test-results/observation-flag.ts'",
    ],
    [
      'an area of the record server beside their list',
      'server/gateways/emr/create-emr.ts',
      "import { createSlots } from './slots/slots.ts'",
    ],
    [
      'a gateway in a feature, other than its types',
      'server/features/home/a.ts',
      "import { a } from '../../gateways/emr/emr.ts'",
    ],
    [
      'the database itself in a feature',
      'server/features/home/a.ts',
      "import { openDatabase } from '../../db/open.ts'",
    ],
    ['tables outside a store', 'server/features/home/home.actions.ts', "import { holds } from './schema.ts'"],
    ['tables of the core in a feature', 'server/features/home/home.store.ts', "import { a } from '../../db/schema.ts'"],
    ['tables of another feature', 'server/features/home/home.store.ts', "import { holds } from '../booking/schema.ts'"],
    ['tables of a feature in the core', 'server/identity/a.store.ts', "import { a } from '../features/home/schema.ts'"],
    ['code in the tables of a feature', 'server/features/home/schema.ts', "import { a } from './home.rules.ts'"],
    ['a feature in the assembly', 'server/app.ts', "import { a } from './features/home/home.feature.ts'"],
    ['a feature in identity', 'server/identity/a.ts', "import { a } from '../features/home/home.feature.ts'"],
    ['routes in a feature', 'server/features/home/a.ts', "import { a } from '../../http/a.ts'"],
    ['tests in the portal', 'server/a.ts', "import { a } from '../tests/support/portal.ts'"],
    ['a test beside the code', 'server/a.ts', "import { a } from './protocol/a.test.ts'"],
    ['a late import', 'schemas/a.ts', "export const a = () => import('../server/a.ts')"],
    ['an import that is known only when it runs', 'client/a.ts', 'export const a = (url: string) => import(url)'],
    ['what is passed on', 'schemas/a.ts', "export { a } from '../server/a.ts'"],
    ['a library that package.json does not list', 'server/a.ts', "import { a } from 'lodash'"],
    ['a file without its ending', 'schemas/a.ts', "import { a } from './base'"],
    ['a folder without a rule', 'server/utils/a.ts', ''],
  ])('%s', (_what, path, text) => {
    expect(check(path, text)).toHaveLength(1)
  })

  test.each([
    ['a feature in itself', 'server/features/home/a.ts', "import { a } from './b.ts'"],
    [
      'the types of a gateway in a feature',
      'server/features/home/a.ts',
      "import type { Emr } from '../../gateways/emr/emr.ts'",
    ],
    [
      'the errors of a gateway in a feature',
      'server/features/home/a.ts',
      "import { A } from '../../gateways/emr/emr.errors.ts'",
    ],
    [
      'an area of the record server in another',
      'server/gateways/emr/slots/slots.ts',
      "import { findFacility } from '../reference/reference.ts'",
    ],
    [
      'what several areas receive in one of them',
      'server/gateways/emr/slots/slots.ts',
      "import { noteOf } from '../wire/note.ts'",
    ],
    [
      'an area of the record server in their list',
      'server/gateways/emr/areas.ts',
      "import { createSlots } from './slots/slots.ts'",
    ],
    ['the error of a delivery in a gateway', 'server/gateways/mail/a.ts', "import { A } from '../delivery-error.ts'"],
    [
      'the error of a delivery in the outbox',
      'server/outbox/a.ts',
      "import { A } from '../gateways/delivery-error.ts'",
    ],
    ['its own tables in a store', 'server/features/home/home.store.ts', "import { holds } from './schema.ts'"],
    ['its own tables in a deeper store', 'server/features/home/a/a.store.ts', "import { holds } from '../schema.ts'"],
    ['tables of the core in a store of it', 'server/identity/a.store.ts', "import { a } from '../db/schema.ts'"],
    ['the sandbox in the practice loader', 'server/practice-loader/a.ts', "import { a } from '../sandbox/a.ts'"],
    ['the database in the sandbox', 'server/sandbox/a.ts', "import { openDatabase } from '../db/open.ts'"],
    ['everything but features in the assembly', 'server/app.ts', "import { a } from './http/a.ts'"],
    ['features in their list', 'server/features.ts', "import { a } from './features/home/home.feature.ts'"],
    ['accounts in a feature', 'server/features/home/a.ts', "import { a } from '../../identity/a.ts'"],
    ['the types of services in a feature', 'server/features/home/a.ts', "import type { A } from '../../services.ts'"],
    ['everything in a test', 'client/a.test.ts', "import { a } from '../tests/support/portal.ts'"],
    ['a scoped library', 'client/a.ts', "import Form from '@rjsf/core'"],
    ['a part of a library', 'client/a.ts', "import equal from 'ajv/dist/runtime/equal'"],
  ])('not %s', (_what, path, text) => {
    expect(check(path, text)).toEqual([])
  })
})
