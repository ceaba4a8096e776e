import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import Type from 'typebox'
import { beforeEach, describe, expect, test as base, vi } from 'vitest'
import { actor, refusalOf, smallPortal, visitor, type SmallPortal } from '../../tests/support/act.ts'
import { openTestDatabase } from '../../tests/support/databases.ts'
import { upload, type IncomingFile, type UploadDefinition } from './definitions.ts'
import { Failure } from './failure.ts'
import { patients } from './guard.ts'
import { runUpload, type UploadRequest } from './act-pipeline.ts'

const test = base.extend<{ small: SmallPortal }>({
  small: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures this one needs
    async ({}, use) => {
      const database = await openTestDatabase('portal', { engine: 'pglite' })
      await use(smallPortal(database.db))
      await database.close()
    },
    { scope: 'file' },
  ],
})
test.beforeEach(({ small }) => {
  small.tries.splice(0)
  small.notes.splice(0)
  small.waits = {}
})

const done = [{ type: 'close' as const }]
const run = vi.fn<UploadDefinition['run']>()
beforeEach(
  () =>
    void run.mockReset().mockImplementation(async (_context, _fields, { stream }) => {
      await stream.toArray()
      return done
    }),
)

const keep = upload({
  name: 'sample.keep',
  about: 'Keeps a file',
  guard: patients,
  input: Type.Object({ note: Type.Optional(Type.String({ maxLength: 9 })) }, { additionalProperties: false }),
  codes: { '/note': { maxLength: 'sample.long' } },
  limits: { bytes: 100, files: 1 },
  limit: { perAddress: 7, identity: ({ note = '' }) => note },
  run: (...parts) => run(...parts),
})

const fileOf = (fileName: string, pieces: readonly string[]): IncomingFile => ({
  fileName,
  claimedType: 'image/png',
  stream: Readable.from(pieces.map((piece) => Buffer.from(piece))),
  truncated: () => false,
})

interface Options extends Partial<UploadRequest> {
  fields?: Record<string, string>
  fileName?: string
  /** The bytes of the file, as they arrive. */
  pieces?: readonly string[]
}

/** Sends a file; `stop` and `receive` record what happened to its body. */
function send(
  small: SmallPortal,
  { fields = {}, fileName = 'card.png', pieces = ['bytes'], ...options }: Options = {},
) {
  const stop = vi.fn()
  const receive = vi.fn(() => Promise.resolve({ fields, file: fileOf(fileName, pieces), stop }))
  const request = { definition: keep, context: actor(), key: randomUUID(), owner: 'session', receive, ...options }
  return { stop, receive, answer: () => runUpload(small.portal, request) }
}
const outcomes = ({ notes }: SmallPortal) => notes.map(({ event, outcome }) => `${event} ${outcome}`)

describe('an upload', () => {
  test('takes its file and its fields, and is noted', async ({ small }) => {
    const { answer, stop } = send(small, { fields: { note: 'front' } })
    expect(await answer()).toEqual(done)
    expect(run).toHaveBeenCalledWith(
      expect.anything(),
      { note: 'front' },
      expect.objectContaining({ fileName: 'card.png' }),
    )
    expect(stop).toHaveBeenCalledTimes(1)
    expect(outcomes(small)).toEqual(['upload:sample.keep ok'])
  })

  test.for([
    ['a visitor', { context: visitor() }, 'access.signIn'],
    ['whoever sends no key', { key: undefined }, 'request.key'],
  ] as const)('reads nothing of %s', async ([, options, code], { small }) => {
    const { answer, receive } = send(small, options)
    expect(await refusalOf(answer)).toMatchObject([code, {}])
    expect([receive.mock.calls, small.tries]).toEqual([[], []])
  })

  test('reads nothing from an address over its limit', async ({ small }) => {
    small.waits = { 'address:203.0.113.7': 9 }
    const { answer, receive } = send(small)
    expect(await refusalOf(answer)).toMatchObject(['request.tooMany', {}])
    expect(receive).not.toHaveBeenCalled()
    expect(small.tries).toEqual([{ key: 'lakeside:sample.keep:address:203.0.113.7', tries: 7 }])
  })

  test('reads no further when its fields are wrong', async ({ small }) => {
    const { answer, stop } = send(small, { fields: { note: 'x'.repeat(10) } })
    expect(await refusalOf(answer)).toEqual([{ pointer: '/note', code: 'sample.long', params: { limit: 9 } }])
    expect(stop).toHaveBeenCalledTimes(1)
    expect(run).not.toHaveBeenCalled()
    expect(outcomes(small)).toEqual(['upload:sample.keep input.invalid'])
  })

  test('counts the tries of whom its fields name', async ({ small }) => {
    small.waits = { strange: 9 }
    expect(await refusalOf(send(small, { fields: { note: 'front' } }).answer)).toMatchObject(['request.tooMany', {}])
    expect(small.tries.map(({ tries }) => tries)).toEqual([7, 10, 30])
    expect(run).not.toHaveBeenCalled()
  })

  test('has to be read to its end', async ({ small }) => {
    run.mockResolvedValueOnce(done)
    const key = randomUUID()
    expect(await refusalOf(send(small, { key }).answer)).toEqual(
      new Error('sample.keep did not read its file to the end'),
    )
    expect(await send(small, { key }).answer()).toEqual(done)
  })

  test('whose effects are not of the contract fails where answers are checked', async ({ small }) => {
    const odd = [{ type: 'explode' }] as never
    run.mockImplementation(async (_context, _fields, { stream }) => {
      await stream.toArray()
      return odd
    })
    expect(String(await refusalOf(send(small).answer))).toContain('Effects')
    small.portal.checksAnswers = false
    expect(await send(small).answer()).toEqual(odd)
    small.portal.checksAnswers = true
  })
})

describe('the key of an upload', () => {
  test('keeps a file once, and is noted as repeated', async ({ small }) => {
    const key = randomUUID()
    expect(await send(small, { key }).answer()).toEqual(done)
    expect(await send(small, { key }).answer()).toEqual(done)
    expect(run).toHaveBeenCalledTimes(1)
    expect(outcomes(small)).toEqual(['upload:sample.keep ok', 'upload:sample.keep repeated'])
  })

  test('is for one upload of one file with its fields', async ({ small }) => {
    const key = randomUUID()
    await send(small, { key }).answer()
    const others = [
      { fileName: 'other.png' },
      { fields: { note: 'back' } },
      { definition: { ...keep, name: 'sample.drop' } },
    ]
    for (const other of others)
      expect(await refusalOf(send(small, { key, ...other }).answer)).toEqual(['request.keyReused', { status: 422 }])
  })

  test('is for its bytes: others are refused as another input is', async ({ small }) => {
    const key = randomUUID()
    await send(small, { key, pieces: ['first', ' half'] }).answer()
    for (const pieces of [['first', ' part'], ['first'], [], ['first half '], ['second']]) {
      const { answer, stop } = send(small, { key, pieces })
      expect(await refusalOf(answer)).toEqual(['request.keyReused', { status: 422 }])
      expect(stop).toHaveBeenCalledTimes(1)
    }
    expect(await send(small, { key, pieces: ['first half'] }).answer()).toEqual(done)
    expect(run).toHaveBeenCalledTimes(1)
    expect(outcomes(small)).toEqual([
      'upload:sample.keep ok',
      ...Array.from({ length: 5 }, () => 'upload:sample.keep request.keyReused'),
      'upload:sample.keep repeated',
    ])
  })

  test('is for its bytes also while the first file is being kept', async ({ small }) => {
    const key = randomUUID()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => (finish = resolve))
    const begun = new Promise<void>((resolve) =>
      run.mockImplementationOnce(async (_context, _fields, { stream }) => {
        await stream.toArray()
        resolve()
        await finished
        return done
      }),
    )
    const first = send(small, { key }).answer()
    await begun
    const same = send(small, { key }).answer()
    const other = refusalOf(send(small, { key, pieces: ['other'] }).answer)
    finish()
    expect([await first, await same]).toEqual([done, done])
    expect(await other).toEqual(['request.keyReused', { status: 422 }])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('is for other bytes after a failure', async ({ small }) => {
    const key = randomUUID()
    run.mockImplementationOnce(async (_context, _fields, { stream }) => {
      await stream.toArray()
      throw new Error('broken')
    })
    expect(await refusalOf(send(small, { key }).answer)).toEqual(new Error('broken'))
    expect(await send(small, { key, pieces: ['other'] }).answer()).toEqual(done)
    expect(await send(small, { key, pieces: ['other'] }).answer()).toEqual(done)
  })

  test('gives no answer for a body that breaks off', async ({ small }) => {
    const key = randomUUID()
    await send(small, { key }).answer()
    const cutOff = new Failure('upload.cutOff', { status: 400 })
    const stream = Readable.from(
      (async function* () {
        yield Buffer.from('bytes')
        await Promise.reject(cutOff)
      })(),
    )
    const receive = () =>
      Promise.resolve({ fields: {}, file: { ...fileOf('card.png', []), stream }, stop: () => undefined })
    expect(await refusalOf(send(small, { key, receive }).answer)).toEqual(['upload.cutOff', { status: 400 }])
  })
})
