/** @module-tag database */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { firstRow } from '../../server/db/rows.ts'
import { openTestDatabase, testEngine, type Engine } from '../support/databases.ts'
import { schemaOf } from '../support/prepared/templates.ts'
import { noteStatements, noting, sentStatements, shapeOf, type Tables } from '../support/statements.ts'

test('a statement has one shape for any number of values', () => {
  const shapes = [
    'select 1 from a where b in ($1, $2, $3)',
    'select 1 from a\n  where b in ($1)',
    'select 1 from a where b in ($12, $13)',
  ].map(shapeOf)
  expect(new Set(shapes)).toEqual(new Set(['select 1 from a where b in (?)']))
  expect(shapeOf('insert into a values ($1, $2), ($3, $4)')).toBe('insert into a values (?)')
})

test('a whole run keeps one statement of each shape, by the tables to which it was sent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'statements-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { env, keep } = noteStatements(folder)
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const heard: string[] = []
  const onStatement = noting('portal', (text) => heard.push(text))
  onStatement?.('select 2 where a in ($1)')
  onStatement?.('select 2 where a in ($1, $2)')
  noting('sandbox')?.('select 3')
  noting('fixed')?.('select 4')
  expect(noting('empty')).toBeUndefined()
  expect(heard).toEqual(['select 2 where a in ($1)', 'select 2 where a in ($1, $2)'])
  expect(() => sentStatements('portal', folder)).toThrow('Run npm test first')
  keep()
  expect(sentStatements('portal', folder)).toEqual(['select 2 where a in ($1)'])
  expect(sentStatements('sandbox', folder)).toEqual(['select 3', 'select 4'])
})

/** The types of the parameters of each statement; the code of the error where it cannot be prepared. */
async function prepareAll(statements: readonly string[], tables: Tables, engine: Engine) {
  const { db, close } = await openTestDatabase(tables, { engine, connections: 1 })
  onTestFinished(close)
  const schema = engine === 'pglite' ? 'public' : schemaOf(tables)
  const prepare = async (text: string) => {
    try {
      await db.execute(sql.raw(`prepare checked as ${text.replaceAll(/"?\bpublic\b"?\./g, `${schema}.`)}`))
    } catch (error) {
      return (error as { cause?: { code?: string } }).cause?.code // of drizzle
    }
    const known = await firstRow<{ types: string }>(
      db,
      sql`select parameter_types::text as types from pg_prepared_statements where name = 'checked'`,
    )
    await db.execute(sql`deallocate checked`)
    return known?.types
  }
  const prepared: [string, unknown][] = []
  for (const text of statements) prepared.push([text, await prepare(text)])
  return Object.fromEntries(prepared)
}

describe.runIf(testEngine === 'postgres')('the statements that all tests sent to PGlite', () => {
  test.for(['portal', 'sandbox'] as const)('are prepared by PostgreSQL in the same way (%s)', async (tables) => {
    const statements = sentStatements(tables)
    const prepared = await Promise.all(
      (['pglite', 'postgres'] as const).map((each) => prepareAll(statements, tables, each)),
    )
    expect(Object.keys(prepared[0] ?? {})).toHaveLength(statements.length)
    expect(prepared[1]).toEqual(prepared[0])
  })

  test.for(['pglite', 'postgres'] as const)(
    'are told apart by what they take and what they lack (%s)',
    async (engine) => {
      const statements = ['select $1::int', 'select $1', 'select lacking(1)']
      expect(Object.values(await prepareAll(statements, 'portal', engine))).toEqual(['{integer}', '{text}', '42883'])
    },
  )
})
