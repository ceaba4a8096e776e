import type { RegionContent } from '../../schemas/screen.ts'
import { createStore, type Store } from '../base/store.ts'
import { share } from '../base/share.ts'
import type { Prepare } from './screens.ts'
import type { Source } from './source.ts'

export interface RegionState {
  content?: RegionContent
  failure?: unknown
  /** Asks for another `src` than the content that still shows. */
  waiting: boolean
}
interface Region {
  src?: string
  timer?: ReturnType<typeof setTimeout>
  latest: number
  store: Store<RegionState>
}

const nothingYet: RegionState = { waiting: true }

/** The parts of the screen that have an address of their own, by the id of their block. */
export class Regions {
  /** Changes with every content, for those who watch the topics. */
  readonly version = createStore(0)
  readonly #source: Source
  readonly #prepare: Prepare
  readonly #regions = new Map<string, Region>()
  /** What came with the screen and no block has asked for yet, by its `src`. */
  #carried: ReadonlyMap<string, RegionContent> = new Map()

  constructor({ source, prepare }: { source: Source; prepare: Prepare }) {
    this.#source = source
    this.#prepare = prepare
  }

  /** What stands in the region of that block. */
  store(block: string): Store<RegionState> {
    return this.#regionOf(block).store
  }

  /** Fetches it, after `delayMs` without another wish for the same block. */
  want(block: string, src: string, delayMs = 0): void {
    const region = this.#regionOf(block)
    const again = region.src !== undefined
    clearTimeout(region.timer)
    region.src = src
    if (this.#takeCarried(region, src)) return
    region.store.set({ ...region.store.get(), failure: undefined, waiting: true })
    if (again && delayMs > 0) region.timer = setTimeout(() => void this.#load(region, false), delayMs)
    else void this.#load(region, false)
  }

  /** Contents that came with a screen: for the regions that show already, and for those that it is about to draw. */
  carry(contents: Readonly<Record<string, RegionContent>>): void {
    this.#carried = new Map(Object.entries(contents))
    for (const region of this.#regions.values()) if (region.src !== undefined) this.#takeCarried(region, region.src)
  }

  drop(block: string): void {
    const region = this.#regionOf(block)
    clearTimeout(region.timer)
    region.src = undefined
    region.latest += 1
    region.store.set(nothingYet)
    this.version.set(this.version.get() + 1)
  }

  /** By the name of the block or of the region itself. */
  async refresh(id: string): Promise<void> {
    const meant = [...this.#regions].filter(
      ([block, { src }]) => src !== undefined && (block === id || src.split('?')[0] === id),
    )
    await Promise.all(meant.map(([, region]) => this.#load(region, false)))
  }

  /** Those whose content depends on one of the topics; all of them without topics. Says whether one changed. */
  async revalidate(topics?: ReadonlySet<string>): Promise<boolean> {
    this.#carried = new Map() // what nobody has asked for yet may be old now
    const meant = [...this.#regions.values()].filter((region) => region.src !== undefined && dependsOn(region, topics))
    const changes = await Promise.all(meant.map((region) => this.#load(region, true)))
    return changes.includes(true)
  }

  change(edit: (content: RegionContent) => RegionContent): void {
    for (const { store } of this.#regions.values()) {
      const state = store.get()
      if (state.content) store.set({ ...state, content: edit(state.content) })
    }
  }

  topics(): string[] {
    return [...this.#regions.values()].flatMap(({ store }) => store.get().content?.topics ?? [])
  }

  purge(): void {
    this.#carried = new Map()
    for (const block of this.#regions.keys()) this.drop(block)
  }

  #regionOf(block: string): Region {
    const found = this.#regions.get(block) ?? { latest: 0, store: createStore(nothingYet) }
    this.#regions.set(block, found)
    return found
  }

  /** Says whether there was any. It is used once: later it may be old. */
  #takeCarried(region: Region, src: string): boolean {
    const content = this.#carried.get(src)
    if (!content) return false
    this.#carried = new Map([...this.#carried].filter(([of]) => of !== src))
    region.latest += 1 // what is on its way is older
    region.store.set({ content: share(region.store.get().content, content), waiting: false })
    this.version.set(this.version.get() + 1)
    return true
  }

  async #load(region: Region, background: boolean): Promise<boolean> {
    const turn = (region.latest += 1)
    const next = await this.#fetch(region, background)
    if (turn !== region.latest) return false
    const changed = next.content !== undefined && next.content !== region.store.get().content
    region.store.set(next)
    if (changed) this.version.set(this.version.get() + 1)
    return changed
  }

  /** The new state; a failure in the background leaves what shows as it is. */
  async #fetch(region: Region, background: boolean): Promise<RegionState> {
    const before = region.store.get()
    try {
      const { body } = await this.#source.get(`/ui/regions/${region.src}`, { background })
      const content = share(before.content, body as RegionContent) // the server checks what it sends against the schema
      await this.#prepare(content)
      return { content, waiting: false }
    } catch (failure) {
      return background && before.content ? before : { ...before, failure, waiting: false }
    }
  }
}

function dependsOn({ store }: Region, topics: ReadonlySet<string> | undefined): boolean {
  return !topics || (store.get().content?.topics.some((topic) => topics.has(topic)) ?? false)
}
