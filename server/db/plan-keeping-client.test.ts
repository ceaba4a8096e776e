/** @module-tag database */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/support/databases.ts'
import type { Database } from './open.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase('empty', { connections: 1 })
})
afterAll(() => database.close())

/** What the connection keeps of a text. */
async function kept(part: string): Promise<{ name: string; runs: number }[]> {
  const { rows } = await database.db.execute<{ name: string; runs: number }>(
    sql.raw(`select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements
      where position('${part}' in statement) > 0 order by name`),
  )
  return rows
}

test('a text with parameters is named once and run by its name', async () => {
  for (const value of [1, 2, 3]) await database.db.execute(sql`select ${value}::int as counted`)
  expect(await kept('counted')).toEqual([{ name: expect.any(String), runs: 3 }])
})

test('a text that fails is no hindrance to those after it, in a transaction or outside of one', async () => {
  const { db, runScript } = database
  await runScript('create table seats (seat int primary key)')
  const take = (seat: number) => db.execute(sql`insert into seats values (${seat}::int)`)
  await take(1)
  await expect(take(1)).rejects.toThrow()
  await expect(db.execute(sql`insert into nowhere values (${1}::int)`)).rejects.toThrow()
  await expect(db.execute(sql`insert into nowhere values (${1}::int)`)).rejects.toThrow()
  await expect(
    db.transaction(async (tx) => {
      await tx.execute(sql`insert into seats values (${2}::int)`)
      await tx.execute(sql`insert into seats values (${1}::int)`)
    }),
  ).rejects.toThrow()
  await take(3)
  expect(await db.execute(sql`select seat from seats order by seat`)).toMatchObject({
    rows: [{ seat: 1 }, { seat: 3 }],
  })
  await runScript('create table nowhere (seat int)')
  await db.execute(sql`insert into nowhere values (${1}::int)`)
})

test('a plan that was made for a small table is made anew when it has grown', async () => {
  const { db, runScript } = database
  await runScript(
    `create table rooms (id int primary key) with (autovacuum_enabled = false);
     insert into rooms values (1);
     analyze rooms`,
  )
  const read = (id: number) => db.execute(sql`select id from rooms where id = ${id}::int`)
  const plan = async () => {
    const [statement] = await kept('from rooms where')
    return JSON.stringify(await db.execute(sql.raw(`explain execute ${statement?.name} (7)`)))
  }
  for (let run = 0; run < 10; run++) await read(run)
  await runScript('insert into rooms select * from generate_series(2, 2000)')
  expect(await plan()).toContain('Seq Scan')
  for (let run = 0; run < 10_000; run++) await read(run)
  expect(await plan()).toContain('Index Only Scan')
})

test('a connection keeps so many texts, and runs the others as well', async () => {
  for (let column = 0; column < 600; column++)
    await database.db.execute(sql`${sql.raw(`select ${column} as many,`)} ${column}::int as value`)
  expect((await kept('as many')).length).toBeLessThanOrEqual(500)
  expect(await database.db.execute(sql`select ${599}::int as last`)).toMatchObject({ rows: [{ last: 599 }] })
})
