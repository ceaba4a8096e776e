import { announce } from '../base/announce.ts'
import { dropPrintedFile } from '../base/print-file.ts'
import type { Problem } from '../../schemas/problem.ts'
import { createActs, type Acts } from './acts.ts'
import { createOwnRequestKeys, type OwnRequestKeys } from './own-request-keys.ts'
import type { DrawnContent } from './drawn.ts'
import { createDialogs, type Dialogs } from './dialogs.ts'
import { Offline, Refused } from './failures.ts'
import { Regions } from './regions.ts'
import { createReporter } from './reporter.ts'
import { Retries } from './retries.ts'
import { createKeptValues, type KeptValues } from './kept-values.ts'
import { isConflict, Screens, type Prepare } from './screens.ts'
import { createSource, type Source } from './source.ts'
import { createState, type State, type BannerContent } from './state.ts'
import type { BrowserHistory } from './browser-history.ts'
import { createUnsaved, type Unsaved } from './unsaved.ts'
import { wordOf } from './words.ts'

/** The services that the parts of the client share. */
export interface Portal extends State {
  source: Source
  screens: Screens
  regions: Regions
  retries: Retries
  dialogs: Dialogs
  acts: Acts
  kept: KeptValues
  ownKeys: OwnRequestKeys
  unsaved: Unsaved
  history: BrowserHistory
  report: (kind: string, name: string) => void
  /** Shows the failure to the user and keeps everything else unchanged. */
  fail: (failure: unknown) => Promise<void>
  /** All content on screen. */
  drawn: () => DrawnContent[]
  /** Removes all data of the user. */
  purge: () => void
  /** The session is over: removes all data of the user, and shows none until a new shell has arrived. */
  end: () => void
}

interface PortalOptions {
  fetch: typeof fetch
  history: BrowserHistory
  prepare: Prepare
}

export function createPortal({ fetch, history, prepare }: PortalOptions): Portal {
  const state = createState()
  const source = createSource(fetch, {
    identity: () => (screens.shellIsOld ? undefined : state.shell.get()?.identity),
    startOver: (problem) => void startOver(problem),
  })
  const dialogs = createDialogs()
  const retries = new Retries(() => announce(wordOf(state.shell.get(), 'updated'), 'polite'))
  const regions = new Regions({ source, prepare, retries })
  const bannerOf = (failure: unknown) => bannerIn(state, failure)
  const screens: Screens = new Screens({
    source,
    state,
    history,
    dialogs,
    prepare,
    retries,
    carry: (contents, asOf) => regions.carry(contents, asOf),
    bannerOf,
  })
  const parts = {
    ...state,
    source,
    screens,
    regions,
    retries,
    dialogs,
    acts: createActs(),
    kept: createKeptValues(),
    ownKeys: createOwnRequestKeys(),
    unsaved: createUnsaved(dialogs),
    history,
  }

  async function fail(failure: unknown): Promise<void> {
    if (!(failure instanceof Refused)) return state.errorBanner.set(bannerOf(failure))
    const { problem } = failure
    if (problem.startOver) return undefined // already shown
    // On a conflict the content is refreshed beside the message, so that typed text is kept.
    if (!isConflict(problem) && (await screens.showFrom(failure))) return
    if (problem.screen) screens.renew({ screen: problem.screen, asOf: failure.asOf })
    state.errorBanner.set(bannerOf(failure))
  }

  /** The session is of somebody else than the page: shows the page for them, and why. */
  async function startOver({ detail }: Problem): Promise<void> {
    purge()
    await screens.show(history.path(), { replace: true })
    state.errorBanner.set({ text: detail, items: [] })
  }

  const drawn = () => [...screens.drawn(), ...regions.drawn()]

  function purge(): void {
    source.purge()
    dialogs.closeAll()
    regions.purge()
    screens.purge()
    retries.clear()
    state.errorBanner.set(undefined)
    state.invalidForms.set(new Set())
    dropPrintedFile()
  }

  function end(): void {
    state.ended.set(true)
    purge()
    state.notices.set([])
    announce('', 'polite')
    announce('', 'assertive')
  }
  return { ...parts, report: createReporter(fetch), fail, drawn, purge, end }
}

function bannerIn(state: State, failure: unknown): BannerContent {
  const shell = state.shell.get()
  if (failure instanceof Offline) return { text: wordOf(shell, 'offline'), items: [] }
  if (failure instanceof Refused) return bannerFrom(failure.problem, wordOf(shell, 'failed'))
  return { text: wordOf(shell, 'failed'), items: [] }
}

function bannerFrom(problem: Problem, otherwise: string): BannerContent {
  const items = problem.errors.map(({ message }) => message).filter((message) => message !== problem.detail)
  return { text: problem.detail || otherwise, items }
}
