import type { RegionContent } from '../../schemas/screen.ts'
import { createStore, type Store } from '../base/store.ts'
import { share } from '../base/share.ts'
import type { DrawnContent } from './drawn.ts'
import { isTemporary } from './failures.ts'
import type { Retries } from './retries.ts'
import type { Prepare } from './screens.ts'
import type { Source } from './source.ts'

export interface RegionState {
  content?: RegionContent
  /** When the content was drawn. */
  asOf?: string
  failure?: unknown
  /** Another `src` than that of the shown content is being fetched. */
  waiting: boolean
}
interface Carried {
  content: RegionContent
  asOf: string | undefined
}
interface Region {
  src?: string
  timer?: ReturnType<typeof setTimeout>
  /** Until its content changes by the passing of time. */
  change?: ReturnType<typeof setTimeout>
  latest: number
  store: Store<RegionState>
}

/** Between requests for content that should have changed by now. */
const againMs = 30_000
/** Longer timers are not reliable in browsers. */
const longestMs = 86_400_000
const nothingYet: RegionState = { waiting: true }

/** The parts of the screen with an address of their own, by block id. */
export class Regions {
  /** Changes with every content that was drawn, or confirmed to be current. */
  readonly version = createStore(0)
  readonly #source: Source
  readonly #prepare: Prepare
  readonly #retries: Retries
  readonly #regions = new Map<string, Region>()
  /** Contents that came with the screen and are not used by a block yet, by `src`. */
  #carried: ReadonlyMap<string, Carried> = new Map()

  constructor({ source, prepare, retries }: { source: Source; prepare: Prepare; retries: Retries }) {
    this.#source = source
    this.#prepare = prepare
    this.#retries = retries
  }

  /** Returns the state of the region of that block. */
  store(block: string): Store<RegionState> {
    return this.#regionOf(block).store
  }

  /**
   * Gives a region content that came with the screen, so that its first rendering shows it: effects, and thus `want`, may
   * run only after the browser has painted.
   */
  adopt(block: string, src: string): void {
    const { store } = this.#regionOf(block)
    const carried = this.#carried.get(src)
    if (carried && !store.get().content) store.set({ ...carried, waiting: false })
  }

  /** Fetches the region, unless another call for the same block follows within `delayMs`. */
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

  /** Takes contents that came with a screen, for shown regions and for those about to be rendered. */
  carry(contents: Readonly<Record<string, RegionContent>>, asOf?: string): void {
    this.#carried = new Map(Object.entries(contents).map(([src, content]) => [src, { content, asOf }]))
    for (const region of this.#regions.values()) if (region.src !== undefined) this.#takeCarried(region, region.src)
  }

  drop(block: string): void {
    const region = this.#regionOf(block)
    this.#retries.forget(region)
    clearTimeout(region.timer)
    clearTimeout(region.change)
    region.src = undefined
    region.latest += 1
    region.store.set(nothingYet)
    this.version.set(this.version.get() + 1)
  }

  /** By block id or region name. */
  async refresh(id: string): Promise<void> {
    const meant = [...this.#regions].filter(
      ([block, { src }]) => src !== undefined && (block === id || src.split('?')[0] === id),
    )
    await Promise.all(meant.map(([, region]) => this.#load(region, false)))
  }

  /** Refreshes the regions that depend on one of the topics, or all if there are none. Returns whether one changed. */
  async revalidate(topics?: ReadonlySet<string>): Promise<boolean> {
    this.#carried = new Map() // unused contents may be outdated now
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

  drawn(): DrawnContent[] {
    return [...this.#regions.values()].flatMap(({ store }) => {
      const { content, asOf } = store.get()
      return content ? [{ topics: content.topics, asOf }] : []
    })
  }

  purge(): void {
    this.#carried = new Map()
    for (const block of this.#regions.keys()) this.drop(block)
  }

  #regionOf(block: string): Region {
    const region = this.#regions.get(block) ?? { latest: 0, store: createStore(nothingYet) }
    this.#regions.set(block, region)
    return region
  }

  /** Returns whether a carried content was applied. It is used only once, because it may be outdated later. */
  #takeCarried(region: Region, src: string): boolean {
    const carried = this.#carried.get(src)
    if (!carried) return false
    const { content, asOf } = carried
    this.#carried = new Map([...this.#carried].filter(([of]) => of !== src))
    region.latest += 1 // ignores the response of a pending request, which is older
    this.#retries.forget(region)
    region.store.set({ content: share(region.store.get().content, content), asOf, waiting: false })
    this.version.set(this.version.get() + 1)
    this.#awaitChange(region)
    return true
  }

  async #load(region: Region, background: boolean): Promise<boolean> {
    const turn = (region.latest += 1)
    const { failed, ...next } = await this.#fetch(region, background)
    if (turn !== region.latest) return false
    if (isTemporary(failed))
      this.#retries.missed(region, { again: () => this.#load(region, true), isShown: next.failure === undefined })
    else this.#retries.forget(region)
    const before = region.store.get()
    const changed = next.content !== undefined && next.content !== before.content
    region.store.set(next)
    if (changed || next.asOf !== before.asOf) this.version.set(this.version.get() + 1)
    this.#awaitChange(region)
    return changed
  }

  /** The clock of the device may be wrong: then it asks again, but not at once. */
  #awaitChange(region: Region): void {
    clearTimeout(region.change)
    const at = region.store.get().content?.changesAt
    if (at === undefined) return
    const leftMs = Date.parse(at) - Date.now()
    const delayMs = leftMs < 0 ? againMs : Math.min(leftMs, longestMs)
    region.change = setTimeout(() => void this.#load(region, true), delayMs)
  }

  /** Returns the new state; a failure in the background, or one that may pass, leaves the shown content unchanged. */
  async #fetch(region: Region, background: boolean): Promise<RegionState & { failed?: unknown }> {
    const before = region.store.get()
    try {
      const { body, changed, asOf } = await this.#source.get(`/ui/regions/${region.src}`, { background })
      // Effects of the user's own actions on unchanged content stay.
      const isOwn = !before.waiting && before.failure === undefined
      if (!changed && background && before.content && isOwn) return { ...before, asOf, waiting: false }
      const content = share(before.content, body as RegionContent) // the server checks what it sends against the schema
      await this.#prepare(content)
      return { content, asOf, waiting: false }
    } catch (failure) {
      const isKept = before.content && !before.waiting && (background || isTemporary(failure))
      return { ...before, ...(isKept ? {} : { failure, waiting: false }), failed: failure }
    }
  }
}

function dependsOn({ store }: Region, topics: ReadonlySet<string> | undefined): boolean {
  return !topics || (store.get().content?.topics.some((topic) => topics.has(topic)) ?? false)
}
