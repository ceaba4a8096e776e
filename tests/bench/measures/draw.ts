import { contentOf } from '../draw/content.ts'
import { atMost, type BenchServices, type Row } from '../measured.ts'
import { drawTwice } from '../fixture/drawing.ts'
import { findSlotPages, scheduleIn } from '../fixture/slot-pages.ts'

const leastLanes = 4

/** Row 5: the slot page rendered by our client from its JSON, and by hand with antd, in one page of one browser. */
export async function measureDraw(services: BenchServices): Promise<Row[]> {
  const { screen, content, lanes } = await captured(services)
  const { ratio, how, rounds } = await drawTwice({ folder: services.folder, screen, page: 'slots', content })
  return [
    {
      what: 'drawing the slot page from its JSON ÷ by hand with antd',
      ...atMost(ratio, 1.3),
      how: [how, `${lanes} lanes, from the call to painted, medians of ${rounds} alternating in Chromium`],
    },
  ]
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
