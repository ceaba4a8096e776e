import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
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
