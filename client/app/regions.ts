import type { RegionContent } from '../../schemas/screen.ts'
import { preloadKinds } from '../render/registry.ts'
import { createCell, type Cell } from './cell.ts'
import { share } from './share.ts'
import type { Source } from './source.ts'

export interface RegionState {
  content?: RegionContent
  failure?: unknown
  /** Asks for another `src` than the content that still shows. */
  waiting: boolean
}
export interface Regions {
  /** What stands in the region of that block. */
  cell: (block: string) => Cell<RegionState>
  /** Fetches it, after `delayMs` without another wish for the same block. */
  want: (block: string, src: string, delayMs?: number) => void
  drop: (block: string) => void
  /** By the name of the block or of the region itself. */
  refresh: (id: string, background?: boolean) => Promise<void>
  /** Those whose content depends on one of the topics; all of them without topics. Says whether one changed. */
  revalidate: (topics?: ReadonlySet<string>) => Promise<boolean>
  change: (change: (content: RegionContent) => RegionContent) => void
  topics: () => string[]
  /** Changes with every content, for those who watch the topics. */
  version: Cell<number>
  purge: () => void
}
interface Region {
  src?: string
  timer?: ReturnType<typeof setTimeout>
  latest: number
  cell: Cell<RegionState>
}

const nothingYet: RegionState = { waiting: true }

/** The parts of the screen that have an address of their own, by the id of their block. */
export function createRegions(source: Source): Regions {
  const regions = new Map<string, Region>()
  const version = createCell(0)

  function regionOf(block: string): Region {
    const found = regions.get(block) ?? { latest: 0, cell: createCell(nothingYet) }
    regions.set(block, found)
    return found
  }

  async function load(region: Region, background: boolean): Promise<boolean> {
    const turn = (region.latest += 1)
    const next = await fetchRegion(source, region, background)
    if (turn !== region.latest) return false
    const changed = next.content !== undefined && next.content !== region.cell.get().content
    region.cell.set(next)
    if (changed) version.set(version.get() + 1)
    return changed
  }

  function want(block: string, src: string, delayMs = 0): void {
    const region = regionOf(block)
    const again = region.src !== undefined
    clearTimeout(region.timer)
    region.src = src
    region.cell.set({ ...region.cell.get(), failure: undefined, waiting: true })
    if (again && delayMs > 0) region.timer = setTimeout(() => void load(region, false), delayMs)
    else void load(region, false)
  }

  function drop(block: string): void {
    const region = regionOf(block)
    clearTimeout(region.timer)
    region.src = undefined
    region.latest += 1
    region.cell.set(nothingYet)
    version.set(version.get() + 1)
  }

  async function refresh(id: string, background = false): Promise<void> {
    const meant = [...regions].filter(([block, { src }]) => src !== undefined && (block === id || src.split('?')[0] === id))
    await Promise.all(meant.map(([, region]) => load(region, background)))
  }

  async function revalidate(topics?: ReadonlySet<string>): Promise<boolean> {
    const meant = [...regions.values()].filter(({ cell }) => !topics || cell.get().content?.topics.some((topic) => topics.has(topic)))
    const changes = await Promise.all(meant.map((region) => load(region, true)))
    return changes.includes(true)
  }

  function change(edit: (content: RegionContent) => RegionContent): void {
    for (const { cell } of regions.values()) {
      const state = cell.get()
      if (state.content) cell.set({ ...state, content: edit(state.content) })
    }
  }

  const topics = () => [...regions.values()].flatMap(({ cell }) => cell.get().content?.topics ?? [])
  const purge = () => regions.forEach(({ cell }) => cell.set(nothingYet))
  return { cell: (block) => regionOf(block).cell, want, drop, refresh, revalidate, change, topics, version, purge }
}

/** The new state; a failure in the background leaves what shows as it is. */
async function fetchRegion(source: Source, region: Region, background: boolean): Promise<RegionState> {
  const before = region.cell.get()
  try {
    const { body } = await source.get(`/ui/regions/${region.src}`, { background })
    const content = share(before.content, body as RegionContent) // the server checks what it sends against the schema
    await preloadKinds(content)
    return { content, waiting: false }
  } catch (failure) {
    return background && before.content ? before : { ...before, failure, waiting: false }
  }
}
