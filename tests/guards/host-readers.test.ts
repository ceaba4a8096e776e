import { describe, expect, test } from 'vitest'
import { hostReaders } from './host-readers.ts'
import { codeFiles, isTest } from './repository.ts'

const reader = 'server/http/host.ts'
/** The sandbox represents another company's system, at hosts of its own. */
const served = codeFiles().filter(({ path }) => /^server\/(?!sandbox\/)/.test(path) && !isTest(path))

test('nothing of the server but hostOf reads the host of a request', () => {
  expect(hostReaders(served.filter(({ path }) => path !== reader))).toEqual([])
})

describe('the guard finds', () => {
  const readersIn = (text: string) => hostReaders([{ path: 'server/a.ts', text }])

  test('the reader itself', () => {
    expect(hostReaders(served).length).toBeGreaterThan(0)
  })

  test.each([
    ['the host of a request', 'licenseeOf(request.host)\n'],
    ['its name', 'use(this.request.hostname)\n'],
    ['its port', 'use(request.port)\n'],
    ['the header', 'use(socket.handshake.headers.host)\n'],
    ['the header by its name', "use(request.headers['host'])\n"],
    ['the header of a raw request', 'use(request.raw?.headers?.host)\n'],
    ['a forwarded header', "use(request.headers['x-forwarded-host'])\n"],
    ['a variable', 'const { origin, host } = request.headers\n'],
    ['a parameter', 'function a({ host }: FastifyRequest) {}\n'],
    ['a parameter of headers', 'const a = ({ host }: IncomingHttpHeaders) => host\n'],
    ['a parameter within another', 'const a = ({ headers: { host } }: Some) => host\n'],
  ])('%s', (_what, text) => {
    expect(readersIn(text)).toEqual(['server/a.ts:1 reads the host'])
  })

  test.each([
    ['hostOf', 'licenseeOf(hostOf(request))\n'],
    ['the host of an origin', 'use(new URL(origin).host)\n'],
    ['the host of the configuration', 'const { host } = config\n'],
    ['another header', 'const { origin } = request.headers\n'],
  ])('not %s', (_what, text) => {
    expect(readersIn(text)).toEqual([])
  })
})
