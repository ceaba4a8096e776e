import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jpeg, pngOf } from '../../../../tests/support/files.ts'
import { createEmr } from '../create-emr.ts'
import { EmrUnavailable, InvalidEmrResponse } from '../emr.errors.ts'

const mb = 1_048_576
const clock = { now: new Date('2026-11-23T15:00:00Z') }
let answer: { status: number; body: string }
let requests: string[] = []
let server: Server
let emr: ReturnType<typeof createEmr>

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server is listening
  const baseUrl = `http://127.0.0.1:${port}/lakeside/api/`
  emr = createEmr({ baseUrl, now: () => clock.now, retryPauseMs: 1, failures: 1000 })
})
beforeEach(() => {
  later(10)
  requests = []
})
afterAll(async () => {
  await emr.close()
  server.close()
})

const later = (minutes: number) => void (clock.now = new Date(clock.now.getTime() + minutes * 60_000))
const send = (body: unknown, status = 200) => void (answer = { status, body: JSON.stringify(body) })
const logoOf = (content: Buffer) => {
  send(content.toString('base64'))
  return emr.logo()
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 24, g: 162, b: 184, alpha: 0.5 } } })
/** A picture that does not compress. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

describe('a logo of the record server', () => {
  it('is a PNG as sharp as printers need it, without transparency and without what came with it [2 §7.53]', async () => {
    const hidden = '<script>alert(1)</script>'
    const content = await picture(1440, 600)
      .withExif({ IFD0: { Copyright: hidden } })
      .png()
      .toBuffer()
    expect(content.includes(hidden)).toBe(true)
    const logo = await logoOf(Buffer.concat([content, Buffer.from(hidden)]))
    expect(logo).toMatchObject({ width: 173, height: 72 })
    expect(await sharp(logo?.content).metadata()).toMatchObject({
      format: 'png',
      width: 518,
      height: 216,
      hasAlpha: false,
    })
    expect(logo?.content.includes(hidden)).toBe(false)
    expect(requests).toEqual(['/lakeside/api/GetLogo'])
  })

  it.each([
    ['wide', { width: 4000, height: 100 }, { width: 240, height: 6 }],
    ['a line', { width: 4000, height: 1 }, { width: 240, height: 1 }],
    ['small', { width: 60, height: 30 }, { width: 60, height: 30 }],
  ])('that is %s keeps its shape and is not enlarged', async (_name, { width, height }, shown) => {
    expect(await logoOf(await picture(width, height).png().toBuffer())).toMatchObject(shown)
  })

  it('may be a JPEG, turned as it says, whatever its colors', async () => {
    const logo = await logoOf(await jpeg()) // 40 by 30 px, on its side
    expect(logo).toMatchObject({ width: 30, height: 40 })
    expect(logo?.content.includes('Secret Phone')).toBe(false)
    const cmyk = await picture(60, 30).flatten().toColourspace('cmyk').jpeg().toBuffer()
    expect(await sharp((await logoOf(cmyk))?.content).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
  })

  it('of 6 MB is drawn, and of one byte more is refused [2 §9.13]', async () => {
    const content = await noise(800, 600).png().toBuffer()
    const fill = (bytes: number) => Buffer.concat([content, Buffer.alloc(bytes - content.length)])
    expect(await logoOf(fill(6 * mb))).toBeDefined()
    later(10)
    await expect(logoOf(fill(6 * mb + 1))).rejects.toThrow('more than 6 MB')
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  it.each([
    ['SVG', async () => Buffer.from(svg)],
    ['GIF', () => picture(9, 9).gif().toBuffer()],
    ['WebP', () => picture(9, 9).webp().toBuffer()],
    ['HTML', async () => Buffer.from('<html>')],
    ['the first bytes of a PNG', async () => Buffer.from('89504e470d0a1a0a', 'hex')],
    ['the first bytes of a JPEG before SVG', async () => Buffer.from(`\xff\xd8\xff${svg}`, 'latin1')],
    ['a decompression bomb', async () => pngOf({ width: 30_000, height: 30_000 })],
    ['a truncated PNG', async () => (await noise(300, 300).png().toBuffer()).subarray(0, 60_000)],
    ['a truncated JPEG', async () => (await noise(300, 300).jpeg().toBuffer()).subarray(0, 20_000)],
    ['an animated PNG', async () => animated(await picture(9, 9).png().toBuffer())],
  ])('that is %s is refused [2 §9.13]', async (_name, content) => {
    await expect(logoOf(await content())).rejects.toThrow(InvalidEmrResponse)
  })

  it.each([
    ['404', () => send({ message: 'none' }, 404)],
    ['an empty text', () => send('')],
  ])('does not exist where the answer is %s', async (_name, reply) => {
    reply()
    expect(await emr.logo()).toBeUndefined()
  })

  it('is asked for once in five minutes, and half a minute after a failure', async () => {
    const content = await picture(9, 9).png().toBuffer()
    await logoOf(content)
    later(4)
    await logoOf(content)
    expect(requests).toHaveLength(1)
    later(10)
    send('', 503)
    for (const _ of [1, 2]) await expect(emr.logo()).rejects.toThrow(EmrUnavailable)
    expect(requests).toHaveLength(3) // a read is tried twice
    later(0.5)
    expect(await logoOf(content)).toBeDefined()
  })
})

/** Adds the chunk that makes a PNG an animation of one picture. Its check sum is not read. */
function animated(png: Buffer): Buffer {
  const endOfHeader = 8 + 25
  const control = Buffer.alloc(20)
  control.writeUInt32BE(8, 0)
  control.write('acTL', 4, 'latin1')
  control.writeUInt32BE(1, 8)
  return Buffer.concat([png.subarray(0, endOfHeader), control, png.subarray(endOfHeader)])
}
