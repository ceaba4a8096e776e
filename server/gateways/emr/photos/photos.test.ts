import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmr } from '../create-emr.ts'
import { InvalidEmrResponse, EmrUnavailable } from '../emr.errors.ts'
import { photoPathIn } from './photos.ts'
import type { CallRecord } from '../record-client.ts'

const files = new Map<string, Buffer>()
/** The status of a response without a file, where it is not 404. */
const statuses = new Map<string, number>()
const requests: string[] = []
const records: CallRecord[] = []
const clock = { now: new Date('2026-11-23T15:00:00Z') }
let server: Server
let baseUrl: string
let emr: ReturnType<typeof createEmr>
beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '' } = request
    requests.push(url)
    if (url.includes('/Images/Providers/9/')) return // never responds
    const file = url.includes('/api/') ? '[]' : files.get(url)
    response.statusCode = file ? 200 : (statuses.get(url) ?? 404)
    response.end(file)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server is listening
  baseUrl = `http://127.0.0.1:${port}/lakeside/api/`
  emr = createEmr({ baseUrl, now: () => clock.now, onCall: (record) => records.push(record) })
})
afterAll(async () => {
  await emr.close()
  server.close()
})

const put = (id: number, content: Buffer) => {
  const path = `/Images/Providers/1/${id}.jpg`
  files.set(`/lakeside${path}`, content)
  return path
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#18a2b8' } })

describe('a photo of the record server', () => {
  it('is drawn anew: small, square, and without what came with it', async () => {
    const hidden = '<script>alert(1)</script>'
    const content = await picture(600, 400)
      .withExif({ IFD0: { Copyright: hidden } })
      .jpeg()
      .toBuffer()
    expect(content.includes(hidden)).toBe(true)
    const photo = await emr.photo(put(1, Buffer.concat([content, Buffer.from(hidden)])))
    expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 192, height: 192, hasAlpha: false })
    expect(photo?.includes(hidden)).toBe(false)
  })

  it('may be another picture under that name, but nothing else', async () => {
    expect(await emr.photo(put(2, await picture(10, 10).png().toBuffer()))).toBeDefined()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')
    for (const [at, content] of [svg, Buffer.from('GIF89a'), Buffer.alloc(0), Buffer.from('<html>')].entries())
      expect(await emr.photo(put(10 + at, content))).toBeUndefined()
  })

  it('of more than four megabytes is none', async () => {
    expect(await emr.photo(put(3, Buffer.alloc(4 * 1024 * 1024 + 1)))).toBeUndefined()
  })

  const times = (path: string) => requests.filter((each) => each === `/lakeside${path}`).length
  const failWith = (id: number, status: number) => {
    const path = `/Images/Locations/${id}.jpg`
    statuses.set(`/lakeside${path}`, status)
    return path
  }

  it('is asked for once in a short while, also when that failed', async () => {
    const [there, failing] = [put(4, await picture(10, 10).jpeg().toBuffer()), failWith(1, 500)]
    for (const _ of [1, 2]) {
      expect(await emr.photo(there)).toBeDefined()
      await expect(emr.photo(failing)).rejects.toThrow(EmrUnavailable)
    }
    expect([times(there), times(failing)]).toEqual([1, 1])
    clock.now = new Date(clock.now.getTime() + 30_000)
    await expect(emr.photo(failing)).rejects.toThrow(EmrUnavailable)
    expect(times(failing)).toBe(2)
  })

  it.each([
    [429, EmrUnavailable],
    [503, EmrUnavailable],
    [302, InvalidEmrResponse],
    [401, InvalidEmrResponse],
    [403, InvalidEmrResponse],
  ])('is not missing where the answer is %i', async (status, failure) => {
    await expect(emr.photo(failWith(status, status))).rejects.toThrow(failure)
  })

  it('is missing where the answer is 404', async () => {
    expect(await emr.photo('/Images/Locations/404.jpg')).toBeUndefined()
  })

  it('is noted as a call, without saying whose it was', async () => {
    records.length = 0
    await emr.photo(put(6, await picture(10, 10).jpeg().toBuffer()))
    await emr.photo('/Images/Locations/405.jpg')
    await emr.photo(failWith(500, 500)).catch(() => undefined)
    expect(records).toEqual(['ok', 'absent', 'unavailable'].map((outcome) => ({ call: 'file', ms: 0, outcome })))
  })

  it('that hangs, forty times over, keeps no call waiting', async () => {
    const other = createEmr({ baseUrl, timeoutMs: 10_000, failures: 1 })
    let settled = 0
    const photos = Array.from({ length: 40 }, (_, at) =>
      other.photo(`/Images/Providers/9/${at}.jpg`).catch(() => void (settled += 1)),
    )
    expect(await other.facilities()).toEqual([])
    expect(settled).toBe(0)
    await other.close()
    await Promise.all(photos)
    expect(settled).toBe(40)
    expect(requests.filter((path) => path.includes('/Providers/9/')).length).toBeLessThanOrEqual(4)
  })

  it.each([
    undefined,
    '',
    'http://127.0.0.1/Images/Locations/11.jpg',
    '//evil.example/Images/Locations/11.jpg',
    '/Images/Locations/../../api/Provider/GetAllProviders',
    '/Images/Locations/11.jpg?x=1',
    '/api/Provider/GetAllProviders',
  ])('is not looked for at %s', async (url) => {
    expect(photoPathIn(url)).toBeUndefined()
    const before = requests.length
    expect(await emr.photo(url ?? '')).toBeUndefined()
    expect(requests).toHaveLength(before)
  })
})
