import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { build } from 'vite'
import { findChromium } from '../../support/chromium.ts'
import { contentOf } from '../draw/content.ts'
import type { DrawBench, Drawn } from '../draw/main.tsx'
import { atMost, median, type BenchServices, type Row } from '../measured.ts'
import { findSlotPages, scheduleIn } from '../fixture/slot-pages.ts'

const rounds = 20
const warmUps = 5
const leastLanes = 4
const address = 'http://draw.invalid'
// Disables vsync: both pages would take the same time if they waited for the next frame of 1/60 s.
const flags = ['--no-sandbox', '--disable-gpu', '--disable-gpu-vsync', '--disable-frame-rate-limit']

/** Row 5: the slot page rendered by our client from its JSON, and by hand with antd, in one page of one browser. */
export async function measureDraw(services: BenchServices): Promise<Row[]> {
  const { screen, content, lanes } = await captured(services)
  const outDir = join(services.folder, 'draw')
  await build({ configFile: join(import.meta.dirname, '..', 'draw', 'vite.config.ts'), build: { outDir } })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: flags })
  try {
    const page = await openPage(browser, outDir)
    return await compare(page, { screen, content, lanes })
  } finally {
    await browser.close()
  }
}

interface Captured {
  /** JSON of the screen, with the times inserted. */
  screen: string
  content: string
  lanes: number
}

async function captured({ fixture }: BenchServices): Promise<Captured> {
  const visitor = await (await fixture()).signIn(3)
  for (const { path, src } of await findSlotPages(visitor)) {
    const screen = await visitor.screen(path)
    const region = await visitor.region(src)
    const lanes = scheduleIn(region)?.lanes.filter(({ empty }) => !empty).length ?? 0
    if (lanes < leastLanes) continue
    const blocks = screen.blocks.map((block) =>
      block.kind === 'region' ? { kind: 'stack' as const, id: block.id, blocks: region.blocks } : block,
    )
    return {
      screen: JSON.stringify({ ...screen, blocks }, withoutPhotos),
      content: JSON.stringify(contentOf(screen, region)),
      lanes,
    }
  }
  throw new Error(`no location has ${leastLanes} lanes with times`)
}

/** The hand-written page draws initials only, and no server provides photos here. */
const withoutPhotos = (key: string, value: unknown) => (key === 'src' ? undefined : value)

async function openPage(browser: Browser, folder: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.route(`${address}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ path: join(folder, pathname === '/' ? 'index.html' : pathname) })
  })
  await page.goto(`${address}/`, { waitUntil: 'networkidle' })
  return page
}

async function compare(page: Page, { screen, content, lanes }: Captured): Promise<Row[]> {
  // draw/main.tsx sets `bench`
  await page.evaluate((json) => (window as unknown as { bench: DrawBench }).bench.prepare(json), screen)
  const spent: { ours: Drawn[]; handWritten: Drawn[] } = { ours: [], handWritten: [] }
  for (let round = -warmUps; round < rounds; round++) {
    const ours = await page.evaluate((json) => (window as unknown as { bench: DrawBench }).bench.ours(json), screen)
    const handWritten = await page.evaluate(
      (json) => (window as unknown as { bench: DrawBench }).bench.handWritten(json),
      content,
    )
    if (round < 0) continue
    spent.ours.push(ours)
    spent.handWritten.push(handWritten)
  }
  const ms = (of: Drawn[]) => median(of.map((drawn) => drawn.ms))
  const describe = (of: Drawn[]) => `${ms(of).toFixed(1)} ms (${of[0]?.words} words, ${of[0]?.controls} controls)`
  return [
    {
      what: 'drawing the slot page from its JSON ÷ by hand with antd',
      ...atMost(ms(spent.ours) / ms(spent.handWritten), 1.3),
      how: [
        `${describe(spent.ours)} ÷ ${describe(spent.handWritten)}`,
        `${lanes} lanes, from the call to painted, medians of ${rounds} alternating in Chromium`,
      ],
    },
  ]
}
