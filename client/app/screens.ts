import type { Problem } from '../../schemas/problem.ts'
import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import { preloadKinds } from '../render/registry.ts'
import type { Dialogs } from './dialogs.ts'
import { Refused } from './failures.ts'
import { isSpoken } from './protocol.ts'
import { share } from './share.ts'
import type { Source } from './source.ts'
import type { State, Trouble } from './state.ts'
import type { Track } from './track.ts'

export interface ScreensOptions {
  source: Source
  state: State
  track: Track
  dialogs: Dialogs
  /** What a person reads when something could not be fetched. */
  troubleOf: (failure: unknown) => Trouble
}
export interface ShowHow {
  replace?: boolean
  /** The address is there already: the person went back or forward. */
  arrived?: boolean
}
export interface Screens {
  show: (path: string, how?: ShowHow) => Promise<void>
  /** The same screen once more; says whether it changed. */
  refresh: (background?: boolean) => Promise<boolean>
  refreshShell: (background?: boolean) => Promise<boolean>
  /** Draws the screen that a problem carries, or goes where it leads. Says whether it did either. */
  showFrom: (problem: Problem) => Promise<boolean>
  /** Puts newer content of the same screen in its place. */
  renew: (screen: Screen) => void
  purge: () => void
}

const patienceMs = 300
const mostRedirects = 5

export function createScreens(options: ScreensOptions): Screens {
  const { source, state, track, dialogs } = options
  let asked = new AbortController()
  let shellIsOld = true
  let redirects = 0
  let arrivals = 0

  async function show(path: string, how: ShowHow = {}): Promise<void> {
    asked.abort()
    const mine = (asked = new AbortController())
    const slow = setTimeout(() => state.waiting.set(true), patienceMs)
    try {
      const [screen] = await Promise.all([fetchScreen(path, false, mine.signal), shellIsOld && refreshShell()])
      if (!mine.signal.aborted) place(screen, path, how)
    } catch (failure) {
      if (!mine.signal.aborted) await fail(failure, path, how)
    } finally {
      clearTimeout(slow)
      if (mine === asked) state.waiting.set(false)
    }
  }

  async function fetchScreen(path: string, background: boolean, signal?: AbortSignal): Promise<Screen> {
    const { body } = await source.get(`/ui/screens${withoutHash(path)}`, { background, signal })
    const screen = body as Screen // the server checks what it sends against the schema
    if (isSpoken(screen.protocol)) await preloadKinds(screen)
    return screen
  }

  function place(screen: Screen, path: string, how: ShowHow): void {
    if (!isSpoken(screen.protocol)) return state.outdated.set(true)
    const before = state.view.get()
    const moved = pathOf(before?.path) !== pathOf(path)
    redirects = 0
    dialogs.closeAll()
    state.trouble.set(undefined)
    state.mistaken.set(new Set())
    state.view.set({ screen: share(before?.screen, screen), path, arrival: (arrivals += 1), moved })
    if (!how.arrived && path !== track.path()) track.go(path, { replace: how.replace ?? false, keepScroll: !moved })
    if (screen.open) dialogs.open(screen.open)
  }

  async function fail(failure: unknown, path: string, how: ShowHow): Promise<void> {
    if (failure instanceof Refused && (await showFrom(failure.problem, path, how))) return
    state.trouble.set({ ...options.troubleOf(failure), retry: () => void show(path, how) })
  }

  async function showFrom(problem: Problem, path = track.path(), how: ShowHow = {}): Promise<boolean> {
    if (problem.redirect && (redirects += 1) <= mostRedirects) {
      await show(problem.redirect, { replace: how.arrived || how.replace })
      return true
    }
    if (!problem.screen || problem.status === 409) return false
    if (shellIsOld) await refreshShell()
    await preloadKinds(problem.screen)
    place(problem.screen, path, how)
    return true
  }

  async function refresh(background = false): Promise<boolean> {
    const { path } = state.view.get() ?? {}
    if (path === undefined) return false
    const turn = asked
    try {
      const screen = await fetchScreen(track.path(), background)
      return turn === asked && !turn.signal.aborted && renew(screen)
    } catch (failure) {
      if (turn === asked) await failRefresh(failure, background)
      return false
    }
  }

  async function failRefresh(failure: unknown, background: boolean): Promise<void> {
    if (failure instanceof Refused && (await showFrom(failure.problem, track.path(), { replace: true }))) return
    // In the background the live connection tries again by itself.
    if (!background) state.trouble.set({ ...options.troubleOf(failure), retry: () => void refresh() })
  }

  function renew(screen: Screen): boolean {
    const before = state.view.get()
    if (!isSpoken(screen.protocol)) state.outdated.set(true)
    if (!before || !isSpoken(screen.protocol)) return false
    const shared = share(before.screen, screen)
    state.view.set({ ...before, screen: shared, path: track.path() })
    return shared !== before.screen
  }

  async function refreshShell(background = false): Promise<boolean> {
    const before = state.shell.get()
    try {
      const { body } = await source.get('/ui/shell', { background })
      const shell = share(before, body as Shell) // the server checks what it sends against the schema
      if (!isSpoken(shell.protocol)) state.outdated.set(true)
      else state.shell.set(shell)
      shellIsOld = false
    } catch (failure) {
      // Without a shell the screen itself can still be drawn; without a server it cannot.
      if (!(failure instanceof Refused) && !before) throw failure
    }
    return state.shell.get() !== before
  }

  function purge(): void {
    asked.abort()
    shellIsOld = true
    state.view.set(undefined)
  }
  return { show, refresh, refreshShell, showFrom, renew: (screen) => void renew(screen), purge }
}

function withoutHash(path: string): string {
  return path.split('#')[0] ?? path
}

function pathOf(path: string | undefined): string | undefined {
  return path?.split(/[?#]/)[0]
}
