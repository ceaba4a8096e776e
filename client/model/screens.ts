import type { Problem } from '../../schemas/problem.ts'
import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import type { Dialogs } from './dialogs.ts'
import { Refused } from './failures.ts'
import { isSpoken } from './protocol.ts'
import { share } from '../base/share.ts'
import type { Source } from './source.ts'
import type { State, BannerContent } from './state.ts'
import type { BrowserHistory } from './browser-history.ts'

/** Fetches what blocks are drawn with, before they are: the content then draws in one piece. */
export type Prepare = (content: unknown) => Promise<void>

interface ScreensOptions {
  source: Source
  state: State
  history: BrowserHistory
  dialogs: Dialogs
  prepare: Prepare
  /** Takes the regions that came with a screen. */
  carry: (regions: NonNullable<Screen['regions']>) => void
  /** What a person reads when something could not be fetched. */
  bannerOf: (failure: unknown) => BannerContent
}
interface ShowHow {
  replace?: boolean
  /** The address is there already: the person went back or forward. */
  arrived?: boolean
}

const patienceMs = 300
const mostRedirects = 5

/** The screen and the shell: fetched, drawn, and fetched again. The one before stays until the next has arrived. */
export class Screens {
  readonly #options: ScreensOptions
  #asked = new AbortController()
  #shellIsOld = true
  #redirects = 0
  #arrivals = 0
  /** How often content was drawn. */
  #draws = 0

  constructor(options: ScreensOptions) {
    this.#options = options
  }

  async show(path: string, how: ShowHow = {}): Promise<void> {
    const { waiting } = this.#options.state
    this.#asked.abort()
    const mine = (this.#asked = new AbortController())
    const slow = setTimeout(() => waiting.set(true), patienceMs)
    try {
      const [screen] = await Promise.all([
        this.#fetch(path, { signal: mine.signal }),
        this.#shellIsOld && this.refreshShell(),
      ])
      if (!mine.signal.aborted) this.#place(screen, path, how)
    } catch (failure) {
      if (!mine.signal.aborted) await this.#fail(failure, path, how)
    } finally {
      clearTimeout(slow)
      if (mine === this.#asked) waiting.set(false)
    }
  }

  /** The same screen once more; says whether it changed. */
  async refresh(background = false): Promise<boolean> {
    const turn = this.#asked
    const draws = this.#draws
    if (!this.#options.state.view.get()) return false
    try {
      const screen = await this.#fetch(this.#options.history.path(), { background })
      if (turn !== this.#asked || turn.signal.aborted) return false
      // What was drawn while this answer was on its way, by an act for example, may be newer than it.
      return draws === this.#draws ? this.renew(screen) : await this.refresh(background)
    } catch (failure) {
      if (turn === this.#asked) await this.#failRefresh(failure, background)
      return false
    }
  }

  async refreshShell(background = false): Promise<boolean> {
    const { source, state } = this.#options
    const before = state.shell.get()
    try {
      const { body } = await source.get('/ui/shell', { background })
      const shell = share(before, body as Shell) // the server checks what it sends against the schema
      if (isSpoken(shell.protocol)) state.shell.set(shell)
      else state.outdated.set(true)
      this.#shellIsOld = false
    } catch (failure) {
      // Without a shell the screen itself can still be drawn; without a server it cannot.
      if (!(failure instanceof Refused) && !before) throw failure
    }
    return state.shell.get() !== before
  }

  /** Draws the screen that a problem carries, or goes where it leads. Says whether it did either. */
  async showFrom(problem: Problem, path = this.#options.history.path(), how: ShowHow = {}): Promise<boolean> {
    if (problem.redirect && (this.#redirects += 1) <= mostRedirects) {
      await this.show(problem.redirect, { replace: how.arrived || how.replace })
      return true
    }
    if (!problem.screen) return false
    if (this.#shellIsOld) await this.refreshShell()
    await this.#options.prepare(problem.screen)
    this.#place(problem.screen, path, how)
    return true
  }

  /** Puts newer content of the same screen in its place; says whether it differs. */
  renew(screen: Screen): boolean {
    const { state, history } = this.#options
    const before = state.view.get()
    if (!isSpoken(screen.protocol)) state.outdated.set(true)
    if (!before || !isSpoken(screen.protocol)) return false
    const shared = share(before.screen, screen)
    this.#draws += 1
    state.view.set({ ...before, screen: shared, path: history.path() })
    return shared !== before.screen
  }

  purge(): void {
    this.#asked.abort()
    this.#shellIsOld = true
    this.#options.state.view.set(undefined)
  }

  async #fetch(path: string, how: { background?: boolean; signal?: AbortSignal }): Promise<Screen> {
    const { body, changed } = await this.#options.source.get(`/ui/screens${withoutHash(path)}`, how)
    const { regions = {}, ...screen } = body as Screen // the server checks what it sends against the schema
    if (!isSpoken(screen.protocol)) return screen
    await this.#options.prepare(body)
    // A screen that was here before has the regions of then.
    if (!how.signal?.aborted) this.#options.carry(changed ? regions : {})
    return screen
  }

  #place(screen: Screen, path: string, how: ShowHow): void {
    const { state, history, dialogs } = this.#options
    if (!isSpoken(screen.protocol)) return state.outdated.set(true)
    const before = state.view.get()
    const moved = pathOf(before?.path) !== pathOf(path)
    this.#redirects = 0
    dialogs.closeAll()
    state.errorBanner.set(undefined)
    state.invalidForms.set(new Set())
    state.view.set({ screen: share(before?.screen, screen), path, arrival: (this.#arrivals += 1), moved })
    if (!how.arrived && path !== history.path()) history.go(path, { replace: how.replace ?? false, keepScroll: !moved })
    if (screen.open) dialogs.open(screen.open)
  }

  async #fail(failure: unknown, path: string, how: ShowHow): Promise<void> {
    if (failure instanceof Refused && (await this.showFrom(failure.problem, path, how))) return
    this.#options.state.errorBanner.set({ ...this.#options.bannerOf(failure), retry: () => void this.show(path, how) })
  }

  async #failRefresh(failure: unknown, background: boolean): Promise<void> {
    const { state, history, bannerOf } = this.#options
    // What somebody is at work in stays: their own next act is told the same, and loses nothing by it.
    if (background && failure instanceof Refused && isConflict(failure.problem)) return
    if (failure instanceof Refused && (await this.showFrom(failure.problem, history.path(), { replace: true }))) return
    // In the background the live connection tries again by itself.
    if (!background) state.errorBanner.set({ ...bannerOf(failure), retry: () => void this.refresh() })
  }
}

/** Something has changed meanwhile, and there is no other screen to go to. */
export function isConflict({ status, redirect }: Problem): boolean {
  return status === 409 && !redirect
}

function withoutHash(path: string): string {
  return path.split('#')[0] ?? path
}

function pathOf(path: string | undefined): string | undefined {
  return path?.split(/[?#]/)[0]
}
