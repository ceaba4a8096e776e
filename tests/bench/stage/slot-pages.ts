import type { RegionContent } from '../../../schemas/screen.ts'
import type { Schedule } from '../../../schemas/blocks/schedule.ts'
import type { Visitor } from './visitor.ts'

const slots = '/user/bookappointment/facility/slots'
const index = '/user/bookappointment/index'

/** A slot page: the address of its screen and that of its times. */
export interface SlotPage {
  path: string
  src: string
}

/** What a free time asks for when it is chosen. */
export interface FreeTime {
  action: string
  input: object
}

/** The slot pages of every location, found as a person finds them: by the answers that the questions offer. */
export async function findSlotPages(visitor: Visitor): Promise<SlotPage[]> {
  const paths = new Set<string>()
  const asked = new Set<string>()
  const ahead = [`${index}?type=inoffice&by=location`]
  for (let path = ahead.pop(); path !== undefined; path = ahead.pop()) {
    asked.add(path)
    for (const link of linksIn(await visitor.screen(path))) {
      if (link.startsWith(slots)) paths.add(link)
      else if (
        link.includes('by=location') &&
        link.includes('type=inoffice') &&
        link.length > path.length &&
        !asked.has(link)
      )
        ahead.push(link)
    }
  }
  return Promise.all([...paths].map(async (path) => ({ path, src: await sourceIn(visitor, path) })))
}

/** The address of the times of a slot page. */
export async function sourceIn(visitor: Visitor, path: string): Promise<string> {
  const region = (await visitor.screen(path)).blocks.find((block) => block.kind === 'region')
  if (region?.kind !== 'region' || !('src' in region)) throw new Error(`${path} has no times`)
  return String(region.src)
}

/** Every address in a screen, wherever it stands. */
function linksIn(content: unknown): string[] {
  if (typeof content === 'string') return content.startsWith('/user/bookappointment/') ? [content] : []
  if (typeof content !== 'object' || content === null) return []
  return Object.values(content).flatMap(linksIn)
}

export function scheduleIn({ blocks }: RegionContent): Schedule | undefined {
  const found = blocks.find((block) => block.kind === 'schedule')
  return found as Schedule | undefined // its kind says it
}

export function freeTimesIn(content: RegionContent): FreeTime[] {
  const times = scheduleIn(content)?.lanes.flatMap(({ days }) => days.flatMap((day) => day.times)) ?? []
  return times.flatMap(({ state, do: act }) =>
    state === 'free' && act?.type === 'call' ? [{ action: act.action, input: act.input ?? {} }] : [],
  )
}
