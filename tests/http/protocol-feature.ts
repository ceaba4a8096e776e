import type { FeatureMaker } from '../../server/features.ts'
import Type from 'typebox'
import { InvalidEmrResponse, EmrTimeout, EmrUnavailable } from '../../server/gateways/emr/emr.errors.ts'
import { createHash } from 'node:crypto'
import { action, feature, region, screen, upload, type Feature } from '../../server/protocol/definitions.ts'
import { Failure } from '../../server/protocol/failure.ts'
import { anyone, everyoneSignedIn, patients } from '../../server/protocol/guard.ts'
import { text, title } from '../../server/protocol/block-builders.ts'

export interface ProtocolFeature {
  feature: FeatureMaker
  /** How often each of its actions has run. */
  acted: { count: number; fails: number; files: ReceivedFile[]; largestRss: number }
}

/** What the feature received of a file. */
interface ReceivedFile {
  name: string
  type: string
  bytes: number
  sha256: string
  note: string
}

const none = Type.Object({}, { additionalProperties: false })
const never = { partIsOffered: () => false }

/** A feature whose screens and actions cover the cases that the protocol must handle. */
export function protocolFeature(): ProtocolFeature {
  const acted: ProtocolFeature['acted'] = { count: 0, fails: 0, files: [], largestRss: 0 }
  const failing = (route: string, error: () => unknown) =>
    screen({
      route,
      about: 'Fails',
      guard: anyone,
      load: () => {
        throw error()
      },
    })
  const screens = [
    screen({
      route: '/protocol/off',
      about: 'Switched off',
      guard: anyone,
      offered: never.partIsOffered,
      load: () => ({ title: 'Off', blocks: [title('Off')] }),
    }),
    screen({
      route: '/protocol/patients',
      about: 'For patients',
      guard: patients,
      load: () => ({ title: 'Mine', blocks: [title('Mine')] }),
    }),
    screen({
      route: '/protocol/open/:id',
      about: 'A part in the path',
      guard: anyone,
      query: Type.Object(
        { page: Type.Optional(Type.String({ pattern: '^[0-9]+$' })) },
        { additionalProperties: false },
      ),
      load: (_context, { params, query }) => ({
        title: 'Open',
        blocks: [title('Open'), text('id', `${params.id}, page ${query.page ?? '1'}`)],
      }),
    }),
    screen({
      route: '/protocol/foreign',
      about: 'Not of the contract',
      guard: anyone,
      load: () => ({ title: 'Foreign', blocks: [{ kind: 'no such kind', id: 'x' }] as never }),
    }),
    failing('/protocol/broken', () => new Error('Maria Alvarez, born 1984-03-02')),
    failing('/protocol/slow', () => new EmrTimeout('slow', false)),
    failing('/protocol/nonsense', () => new InvalidEmrResponse('nonsense', 'odd')),
    failing('/protocol/down', () => new EmrUnavailable('down', 'gone')),
  ]
  return {
    acted,
    feature: feature('protocol', () => ({
      screens,
      regions: [part()],
      actions: actions(acted),
      uploads: uploads(acted),
    })),
  }
}

function part() {
  return region({
    name: 'protocol.part',
    about: 'A part',
    guard: everyoneSignedIn,
    load: () => [text('part', 'A part')],
  })
}

function actions(acted: ProtocolFeature['acted']): Feature['actions'] {
  return [
    action({
      name: 'protocol.count',
      about: 'Counts',
      guard: everyoneSignedIn,
      input: Type.Object(
        { by: Type.Integer({ minimum: 1, maximum: 9 }), note: Type.Optional(Type.String({ maxLength: 20 })) },
        { additionalProperties: false },
      ),
      run: async (_context, { by }) => {
        await new Promise((resolve) => setImmediate(resolve)) // lets concurrent requests overlap
        acted.count += by
        return [{ type: 'notify', tone: 'success', text: `Counted to ${acted.count}` }]
      },
    }),
    action({
      name: 'protocol.failsOnce',
      about: 'Fails the first time',
      guard: everyoneSignedIn,
      input: none,
      run: () => {
        acted.fails += 1
        if (acted.fails === 1) throw new Failure('practice.slow', { status: 504 })
        return [{ type: 'close' }]
      },
    }),
    action({
      name: 'protocol.secondOff',
      about: 'Switched off',
      guard: anyone,
      offered: never.partIsOffered,
      input: none,
      run: () => [],
    }),
  ]
}

/** Six megabytes of 1,048,576 bytes, as specification 1 §5 counts them. */
export const mostBytes = 6 * 1_048_576

function uploads(acted: ProtocolFeature['acted']): Feature['uploads'] {
  const input = Type.Object({ note: Type.Optional(Type.String({ maxLength: 20 })) }, { additionalProperties: false })
  const limits = { bytes: mostBytes, files: 1 as const }
  return [
    upload({
      name: 'protocol.keep',
      about: 'Keeps a file',
      guard: patients,
      input,
      limits,
      run: async (_context, { note = '' }, { fileName, claimedType, stream }) => {
        const hash = createHash('sha256')
        let bytes = 0
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          bytes += chunk.length
          hash.update(chunk)
          acted.largestRss = Math.max(acted.largestRss, process.memoryUsage.rss())
        }
        acted.files.push({ name: fileName, type: claimedType, bytes, sha256: hash.digest('hex'), note })
        return [{ type: 'notify', tone: 'success', text: `Kept ${fileName}` }]
      },
    }),
    upload({
      name: 'protocol.dislike',
      about: 'Refuses a file at its first bytes',
      guard: patients,
      input,
      limits,
      run: async (_context, _input, { stream }) => {
        for await (const _chunk of stream) throw new Failure('practice.nonsense', { status: 502 })
        return []
      },
    }),
    upload({
      name: 'protocol.off',
      about: 'Switched off',
      guard: anyone,
      offered: never.partIsOffered,
      input,
      limits,
      run: () => Promise.resolve([]),
    }),
  ]
}
