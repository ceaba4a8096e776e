import type { Problem } from '../../schemas/problem.ts'
import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import type { Dialogs } from './dialogs.ts'
import { isTemporary, Refused } from './failures.ts'
import { isSpoken } from './protocol.ts'
import { share } from '../base/share.ts'
import { createStore } from '../base/store.ts'
import type { DrawnContent } from './drawn.ts'
import type { Retries } from './retries.ts'
import type { Source } from './source.ts'
import type { State, BannerContent, View } from './state.ts'
import type { BrowserHistory } from './browser-history.ts'

/** Loads the components of the content before it is rendered, so that it renders at once. */
export type Prepare = (content: unknown) => Promise<void>

interface ScreensOptions {
  source: Source
  state: State
  history: BrowserHistory
  dialogs: Dialogs
  prepare: Prepare
  retries: Retries
  /** Takes the regions that came with a screen, and when they were drawn. */
  carry: (regions: NonNullable<Screen['regions']>, asOf: string | undefined) => void
  /** Returns the message for the user if a request failed. */
  bannerOf: (failure: unknown) => BannerContent
}
interface RefreshHow {
  /** Not requested by the user. */
  background?: boolean
}
interface Received {
  screen: Screen
  changed: boolean
  asOf: string | undefined
}
interface ShowHow {
  replace?: boolean
  /** The address has already changed: the user went back or forward. */
  arrived?: boolean
  /** How far down the screen was left, in px. */
  top?: number
  isRefusal?: boolean
}

const patienceMs = 300
const mostRedirects = 5

/** Fetches, shows and refreshes the screen and the shell. The previous screen stays until the next has arrived. */
export class Screens {
  /** Changes when the screen or the shell was drawn, or confirmed to be current. */
  readonly version = createStore(0)
  readonly #options: ScreensOptions
  #screenAsOf: string | undefined
  #shellAsOf: string | undefined
  #request = new AbortController()
  #shellIsOld = true
  #purges = 0
  #redirects = 0
  #arrivals = 0
  /** Number of times content was rendered. */
  #draws = 0

  constructor(options: ScreensOptions) {
    this.#options = options
  }

  async show(path: string, how: ShowHow = {}): Promise<void> {
    const { waiting, view } = this.#options.state
    this.#request.abort()
    const mine = (this.#request = new AbortController())
    const isHere = pathOf(view.get()?.path) === pathOf(path)
    const slow = setTimeout(() => waiting.set(isHere ? 'here' : 'elsewhere'), patienceMs)
    try {
      const [received] = await Promise.all([
        this.#fetch(path, { signal: mine.signal }),
        this.#shellIsOld && this.refreshShell(),
      ])
      if (!mine.signal.aborted) this.#place(received, path, how)
    } catch (failure) {
      if (!mine.signal.aborted) await this.#fail(failure, path, how)
    } finally {
      clearTimeout(slow)
      if (mine === this.#request) waiting.set(undefined)
    }
  }

  /** Fetches the same screen again. Returns whether it changed. */
  async refresh({ background = false }: RefreshHow = {}): Promise<boolean> {
    const turn = this.#request
    const draws = this.#draws
    const arrival = this.#options.state.view.get()?.arrival
    if (arrival === undefined) return false
    // Another screen has been requested, or one that was requested before has arrived meanwhile.
    const isLeft = () =>
      turn !== this.#request || turn.signal.aborted || arrival !== this.#options.state.view.get()?.arrival
    try {
      const received = await this.#fetch(this.#options.history.path(), { background })
      if (isLeft()) return false
      // If something newer was rendered while this response was pending, for example by an action, the screen is
      // fetched again.
      if (draws !== this.#draws) return await this.refresh({ background })
      // Effects of the user's own actions on an unchanged screen stay.
      const isNews = received.changed || !background || this.#options.state.view.get()?.isRefusal
      return isNews ? this.renew(received) : this.#settle(received)
    } catch (failure) {
      if (!isLeft()) await this.#failRefresh(failure, background)
      return false
    }
  }

  /** Whether the shell belongs to the current session, as far as the page knows. */
  get shellIsOld(): boolean {
    return this.#shellIsOld
  }

  /** How often the content of the user was removed from the page. */
  get purges(): number {
    return this.#purges
  }

  async refreshShell(background = false): Promise<boolean> {
    const { source, state } = this.#options
    const before = state.shell.get()
    const purges = this.#purges
    try {
      const { body, asOf } = await source.get('/ui/shell', { background })
      // It was drawn for somebody who has left since.
      if (purges !== this.#purges) return false
      const shell = share(before, body as Shell) // the server checks what it sends against the schema
      if (isSpoken(shell.protocol)) {
        state.shell.set(shell)
        state.ended.set(false)
        this.#shellAsOf = asOf
        this.#noteVersion()
      } else state.outdated.set(true)
      this.#shellIsOld = false
    } catch (failure) {
      // Without a shell the screen can still be rendered; without a server it cannot.
      if (!(failure instanceof Refused) && !before) throw failure
    }
    return state.shell.get() !== before
  }

  /** Shows the screen that a problem carries, or follows its redirect. Returns whether it did either. */
  async showFrom({ problem, asOf }: Refused, path = this.#options.history.path(), how: ShowHow = {}): Promise<boolean> {
    if (problem.redirect && (this.#redirects += 1) <= mostRedirects) {
      await this.show(problem.redirect, { replace: how.arrived || how.replace })
      return true
    }
    if (!problem.screen) return false
    if (this.#shellIsOld) await this.refreshShell()
    await this.#options.prepare(problem.screen)
    this.#place({ screen: problem.screen, asOf }, path, { ...how, isRefusal: true })
    if (problem.status >= 500) this.#retry()
    return true
  }

  /** Replaces the content of the same screen. Returns whether it differs. */
  renew({ screen, asOf }: Pick<Received, 'screen' | 'asOf'>): boolean {
    const { state, history } = this.#options
    const before = state.view.get()
    if (!isSpoken(screen.protocol)) state.outdated.set(true)
    if (!before || !isSpoken(screen.protocol)) return false
    const shared = share(before.screen, screen)
    this.#draws += 1
    // A refused screen that comes after all has only now said what its own address is.
    if (before.isRefusal && screen.location !== undefined)
      history.go(screen.location, { replace: true, keepScroll: true })
    state.view.set({ ...before, screen: shared, path: history.path(), isRefusal: false })
    this.#settle({ asOf })
    return shared !== before.screen
  }

  /** The shell and the screen. */
  drawn(): DrawnContent[] {
    const { shell, view } = this.#options.state
    return [
      { topics: shell.get()?.topics ?? [], asOf: this.#shellAsOf },
      { topics: view.get()?.screen.topics ?? [], asOf: this.#screenAsOf },
    ]
  }

  purge(): void {
    this.#request.abort()
    this.#purges += 1
    this.#shellIsOld = true
    this.#options.state.view.set(undefined)
    this.#noteVersion()
  }

  /** The screen is current: what was said beside it is over. */
  #settle({ asOf }: Pick<Received, 'asOf'>): boolean {
    const { state, retries } = this.#options
    if (state.errorBanner.get()?.isBeside) state.errorBanner.set(undefined)
    retries.forget(this)
    this.#screenAsOf = asOf
    this.#noteVersion()
    return false
  }

  /** After the content was set, so that its topics and when it was drawn belong together. */
  #noteVersion(): void {
    this.version.set(this.version.get() + 1)
  }

  async #fetch(path: string, how: { background?: boolean; signal?: AbortSignal }): Promise<Received> {
    const { body, changed, asOf } = await this.#options.source.get(`/ui/screens${withoutHash(path)}`, how)
    const { regions = {}, ...screen } = body as Screen // the server checks what it sends against the schema
    if (!isSpoken(screen.protocol)) return { screen, changed, asOf }
    await this.#options.prepare(body)
    // For an unchanged screen (304) the carried regions are old copies, so they are not used.
    if (!how.signal?.aborted) this.#options.carry(changed ? regions : {}, asOf)
    return { screen, changed, asOf }
  }

  #place({ screen, asOf }: Pick<Received, 'screen' | 'asOf'>, requested: string, how: ShowHow): void {
    const { state, history, dialogs, retries } = this.#options
    if (!isSpoken(screen.protocol)) return state.outdated.set(true)
    retries.forget(this)
    const path = screen.location ?? requested
    const before = state.view.get()
    const moved = pathOf(before?.path) !== pathOf(path)
    this.#redirects = 0
    dialogs.closeAll()
    state.errorBanner.set(undefined)
    state.invalidForms.set(new Set())
    state.view.set({
      screen: share(before?.screen, screen),
      path,
      arrival: (this.#arrivals += 1),
      moved,
      top: how.top,
      isRefusal: how.isRefusal,
      ...documentOf({ before, moved, opens: screen.close !== undefined }),
    })
    this.#screenAsOf = asOf
    this.#noteVersion()
    if (path !== history.path() && (!how.arrived || screen.location !== undefined))
      history.go(path, { replace: how.replace ?? how.arrived ?? false, keepScroll: !moved })
    if (screen.open) dialogs.open(screen.open)
  }

  async #fail(failure: unknown, path: string, how: ShowHow): Promise<void> {
    if (failure instanceof Refused && (await this.showFrom(failure, path, how))) return
    this.#options.state.errorBanner.set({ ...this.#options.bannerOf(failure), retry: () => void this.show(path, how) })
  }

  /** Asks for the same screen again by itself; what is shown meanwhile stays. */
  #retry(): void {
    const { state, retries } = this.#options
    retries.missed(this, { again: () => this.refresh({ background: true }), isShown: !state.view.get()?.isRefusal })
  }

  async #failRefresh(failure: unknown, background: boolean): Promise<void> {
    const { state, history, bannerOf } = this.#options
    if (isTemporary(failure)) return this.#retry()
    // A background conflict is ignored, so that unsaved work stays; the user's next action gets the same conflict.
    if (background && failure instanceof Refused && isConflict(failure.problem)) return
    const view = state.view.get()
    if (background && failure instanceof Refused && failure.problem.stays && !view?.isRefusal)
      return state.errorBanner.set({ ...bannerOf(failure), isBeside: true })
    if (failure instanceof Refused && (await this.showFrom(failure, history.path(), { replace: true }))) return
    if (!background) state.errorBanner.set({ ...bannerOf(failure), retry: () => void this.refresh() })
  }
}

/** What is needed to return the focus to where a document was opened. */
function documentOf({
  before,
  moved,
  opens,
}: {
  before: View | undefined
  moved: boolean
  opens: boolean
}): Pick<View, 'opener' | 'left'> {
  if (!moved) return { opener: before?.opener, left: before?.left }
  return {
    ...(opens && { opener: document.activeElement?.closest<HTMLElement>('main [data-block]')?.dataset.block }),
    ...(before?.screen.close && { left: { path: before.path, opener: before.opener } }),
  }
}

/** The content has changed meanwhile, and the problem has no redirect. */
export function isConflict({ status, redirect }: Problem): boolean {
  return status === 409 && !redirect
}

function withoutHash(path: string): string {
  return path.split('#')[0] ?? path
}

function pathOf(path: string | undefined): string | undefined {
  return path?.split(/[?#]/)[0]
}
