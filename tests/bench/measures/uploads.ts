import { setTimeout as wait } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { BenchServices, Row } from '../measured.ts'
import { openBenchFixture, type BenchFixture } from '../fixture/bench-fixture.ts'
import { memoryOf } from '../fixture/memory.ts'
import type { Visitor } from '../fixture/visitor.ts'

const files = 100
const atATime = 10
const bytes = 6 * 1_048_576
const mostMb = 64
const bytesInMb = 1_048_576
const category = 'Lab results'
/** Long enough for a run of the garbage collector. */
const restMs = 3000

/** How much memory the portal's process keeps after a hundred files of six megabytes, documents and photos in turn. */
export async function measureUploads(services: BenchServices): Promise<Row[]> {
  const fixture = await openBenchFixture(services)
  try {
    const uploadPages = await findUploadPages(fixture)
    const photo = await largePhoto()
    const contents = (n: number) =>
      n % 2 === 0 ? documentOf(n) : Buffer.concat([photo, randomBytes(bytes - photo.length)])
    // The first upload loads code on demand, so it is not measured.
    for (const [n, uploadPage] of uploadPages.entries()) await send(uploadPage, contents(n))
    await wait(restMs)
    const before = memoryOf(fixture.portalPid)
    let peak = before
    const watching = setInterval(() => (peak = Math.max(peak, memoryOf(fixture.portalPid))), 50)
    const began = performance.now()
    await Promise.all(
      uploadPages.map(async (uploadPage, n) => {
        for (let turn = 0; turn < files / atATime; turn++) await send(uploadPage, contents(n + turn))
      }),
    )
    const spentMs = performance.now() - began
    clearInterval(watching)
    await wait(restMs)
    const after = memoryOf(fixture.portalPid)
    return [
      {
        what: `growth of the portal's memory by ${files} uploads of 6 MB`,
        figure: `${(after - before).toFixed(0)} MB`,
        target: `< ${mostMb} MB`,
        kept: after - before < mostMb,
        how: [
          `resident memory, ${before.toFixed(0)} MB after one upload each of ${atATime} people, ${after.toFixed(0)} MB at the end`,
          `${atATime} at a time, PDF and JPEG in turn, in ${(spentMs / 1000).toFixed(1)} s`,
        ],
      },
      {
        what: '  most while they ran',
        figure: `${(peak - before).toFixed(0)} MB`,
        target: `< ${mostMb} MB`,
        kept: peak - before < mostMb,
        how: [`sampled every 50 ms; ${((atATime * bytes) / bytesInMb).toFixed(0)} MB were on their way at a time`],
      },
    ]
  } finally {
    await fixture.stop()
    await fixture.drop()
  }
}

interface UploadPage {
  visitor: Visitor
  link: string
}

/**
 * Users at the upload page of one of their appointments, found through the links of the portal; not every user has an
 * upcoming appointment.
 */
async function findUploadPages(fixture: BenchFixture): Promise<UploadPage[]> {
  const uploadPages: UploadPage[] = []
  for (let n = 0; n < fixture.logins.length && uploadPages.length < atATime; n++) {
    const visitor = await fixture.signIn(n)
    const list = JSON.stringify(await visitor.region('appointments.upcoming?page=1&size=20'))
    const arrival = /\/user\/bookappointment\/features\/[^"]+/.exec(list)?.[0]
    const page = arrival && JSON.stringify(await visitor.screen(arrival))
    const link = /\/user\/fileupload\/([\w-]+)"/.exec(page ?? '')?.[1]
    if (link) uploadPages.push({ visitor, link })
  }
  if (uploadPages.length < atATime) throw new Error(`only ${uploadPages.length} people have something to upload for`)
  return uploadPages
}

async function send({ visitor, link }: UploadPage, content: Buffer): Promise<void> {
  const isPdf = content.subarray(0, 4).toString() === '%PDF'
  await visitor.upload('uploads.add', [
    { name: 'link', content: link },
    { name: 'category', content: category },
    {
      name: 'file',
      content,
      fileName: isPdf ? 'scan.pdf' : 'photo.jpg',
      type: isPdf ? 'application/pdf' : 'image/jpeg',
    },
  ])
}

function documentOf(n: number): Buffer {
  const head = Buffer.from(`%PDF-1.7\n% ${n}\n`)
  const end = Buffer.from('\n%%EOF\n')
  return Buffer.concat([head, randomBytes(bytes - head.length - end.length), end])
}

/** A photo like that of a phone: twelve megapixels that do not compress well. */
async function largePhoto(): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const noise = sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
  return noise.jpeg({ quality: 75 }).toBuffer()
}
