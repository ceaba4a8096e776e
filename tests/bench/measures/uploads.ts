import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { BenchTools, Row } from '../measured.ts'
import { openStage, type Stage } from '../stage/stage.ts'
import type { Visitor } from '../stage/visitor.ts'

const files = 100
const atATime = 10
const bytes = 6 * 1_048_576
const mostMb = 64
const bytesInMb = 1_048_576
const category = 'Lab results'
/** Long enough for the collector to have come by. */
const restMs = 3000

/** What a hundred files of six megabytes leave of the memory of the portal's process, documents and photos in turn. */
export async function measureUploads(tools: BenchTools): Promise<Row[]> {
  const stage = await openStage(tools)
  try {
    const doors = await openDoors(stage)
    const photo = await largePhoto()
    const contents = (n: number) =>
      n % 2 === 0 ? documentOf(n) : Buffer.concat([photo, randomBytes(bytes - photo.length)])
    for (const [n, door] of doors.entries()) await send(door, contents(n)) // loads what the first upload loads
    await wait(restMs)
    const before = memoryOf(stage.portalPid)
    let peak = before
    const watching = setInterval(() => (peak = Math.max(peak, memoryOf(stage.portalPid))), 50)
    const began = performance.now()
    await Promise.all(
      doors.map(async (door, n) => {
        for (let turn = 0; turn < files / atATime; turn++) await send(door, contents(n + turn))
      }),
    )
    const spentMs = performance.now() - began
    clearInterval(watching)
    await wait(restMs)
    const after = memoryOf(stage.portalPid)
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
    await stage.stop()
    await stage.drop()
  }
}

interface Door {
  visitor: Visitor
  link: string
}

/** People at the upload page of an appointment of their own, found as a person finds it; not everybody has one ahead. */
async function openDoors(stage: Stage): Promise<Door[]> {
  const doors: Door[] = []
  for (let n = 0; n < stage.logins.length && doors.length < atATime; n++) {
    const visitor = await stage.signIn(n)
    const list = JSON.stringify(await visitor.region('appointments.upcoming?page=1&size=20'))
    const arrival = /\/user\/bookappointment\/features\/[^"]+/.exec(list)?.[0]
    const page = arrival && JSON.stringify(await visitor.screen(arrival))
    const link = /\/user\/fileupload\/([\w-]+)"/.exec(page ?? '')?.[1]
    if (link) doors.push({ visitor, link })
  }
  if (doors.length < atATime) throw new Error(`only ${doors.length} people have something to upload for`)
  return doors
}

async function send({ visitor, link }: Door, content: Buffer): Promise<void> {
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

/** Twelve megapixels that do not compress well, as of a phone. */
async function largePhoto(): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const noise = sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
  return noise.jpeg({ quality: 75 }).toBuffer()
}

/** Resident memory of a process, in MB. */
function memoryOf(pid: number): number {
  const [, kb = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb) / 1024
}
