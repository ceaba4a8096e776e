import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmr } from './create-emr.ts'
import { EmrUnavailable } from './emr.errors.ts'
import { photoPathIn } from './photos.ts'

const files = new Map<string, Buffer>()
const asked: string[] = []
let server: Server
let emr: ReturnType<typeof createEmr>
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const file = files.get(request.url ?? '')
    response.statusCode = file ? 200 : request.url?.includes('/5') ? 500 : 404
    response.end(file)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens
  emr = createEmr({ baseUrl: `http://127.0.0.1:${port}/lakeside/api/` })
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

  it('is asked for once in a short while, unless that failed', async () => {
    await emr.photo('/Images/Providers/1/1.jpg')
    expect(asked.filter((path) => path.endsWith('/1.jpg'))).toHaveLength(1)
    await expect(emr.photo('/Images/Locations/5.jpg')).rejects.toThrow(EmrUnavailable)
    await expect(emr.photo('/Images/Locations/5.jpg')).rejects.toThrow(EmrUnavailable)
    expect(asked.filter((path) => path.endsWith('/5.jpg'))).toHaveLength(2)
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
    const before = asked.length
    expect(await emr.photo(url ?? '')).toBeUndefined()
    expect(asked).toHaveLength(before)
  })
})
