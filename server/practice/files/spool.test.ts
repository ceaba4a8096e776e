import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { Failure } from '../../protocol/failure.ts'
import { spool } from './spool.ts'

const ofPieces = (...pieces: Buffer[]) => Readable.from(pieces, { objectMode: false })

it.each([1, 65_535, 65_536, 65_537, 200_001])('a file of %d bytes is read back as it came', async (bytes) => {
  const content = randomBytes(bytes)
  const spooled = await spool(ofPieces(content.subarray(0, 1), content.subarray(1, 70_000), content.subarray(70_000)))
  const buffer = Buffer.alloc(300_000, 'x')
  expect(spooled.bytes).toBe(bytes)
  expect((await spooled.readInto(buffer)).equals(content)).toBe(true)
  expect(buffer.subarray(bytes, bytes + 10).toString()).toBe('x'.repeat(10))
  await spooled.close()
})

it('two files never meet, and can be read again', async () => {
  const [one, other] = await Promise.all([spool(ofPieces(Buffer.from('one'))), spool(ofPieces(Buffer.from('other')))])
  const read = async (from: typeof one) => (await from.readInto(Buffer.alloc(10))).toString()
  expect([await read(one), await read(other), await read(one)]).toEqual(['one', 'other', 'one'])
  await Promise.all([one.close(), other.close()])
})

it('lies under no name, so that a process that dies leaves nothing', async () => {
  const before = new Set(await readdir(tmpdir()))
  const spooled = await spool(ofPieces(Buffer.from('secret words')))
  const named = (await readdir(tmpdir())).filter((name) => !before.has(name) && name.startsWith('portal-upload-'))
  await spooled.close()
  // Other tests may be between opening and unlinking their file, but none keeps it.
  expect(await Promise.all(named.map(async (name) => (await readdir(tmpdir())).includes(name)))).not.toContain(true)
})

it('an empty file and one that fails half-way are refused by their codes', async () => {
  await expect(spool(ofPieces())).rejects.toMatchObject({ code: 'uploads.empty' })
  const broken = new Readable({ read: () => undefined })
  broken.push(Buffer.from('half'))
  broken.on('error', () => undefined) // as the route does
  const spooling = spool(broken)
  broken.destroy(new Failure('upload.tooLarge', { status: 413 }))
  await expect(spooling).rejects.toMatchObject({ code: 'uploads.tooLarge' })
})
