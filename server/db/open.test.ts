/** @module-tag database */
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../tests/support/databases.ts'
import { openDatabase } from './open.ts'

test('a database server that never answers is not waited for without end', async () => {
  const silent = createServer((socket) => socket.resume())
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as AddressInfo // the server is listening
  await expect(openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/none`, waitMs: 200 })).rejects.toThrow(
    'timeout',
  )
  await new Promise((done) => silent.close(done))
})

test('a transaction that cannot begin keeps no connection', async () => {
  const { db, close } = await openTestDatabase('empty', { connections: 1 })
  onTestFinished(close)
  const read = () => db.execute(sql`select ${3}::int as three`) // a statement that the connection keeps
  await read()
  const isolationLevel = 'no such level' as 'serializable' // refused by the database
  await expect(db.transaction(() => Promise.resolve(), { isolationLevel })).rejects.toThrow()
  expect(await db.execute(sql`select 1 as one`)).toMatchObject({ rows: [{ one: 1 }] })
  expect(await read()).toMatchObject({ rows: [{ three: 3 }] })
  expect(await db.transaction((tx) => tx.execute(sql`select 2 as two`))).toMatchObject({ rows: [{ two: 2 }] })
})
