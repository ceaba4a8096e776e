export interface BrowserHistory {
  /** The current address: path and query. */
  path: () => string
  /** How far down the screen was when its page was loaded again, or left for another site, in px. */
  firstTop: number | undefined
  /** Changes the address; the screen is read from its top unless `keepScroll`. */
  go: (path: string, how: { replace: boolean; keepScroll: boolean }) => void
  /** Returns false if the history has no earlier entry of this portal. */
  back: () => boolean
  /** Called when the user goes back or forward in the browser. */
  onReturn: (hear: (returned: Return) => void) => void
}

export interface Return {
  path: string
  /** How far down that screen was left, in px. */
  top: number
  /** Stays at the entry that the user left. Returns what goes to the other one after all. */
  stay: () => () => void
}

/** What this page writes into `history.state`. */
interface Entry {
  /** Counted from the first page of this portal. */
  idx: number
}

const storageKey = 'tops'

/**
 * The browser's history, as the portal uses it. A screen arrives after its address has changed, so the portal scrolls,
 * and not the browser.
 */
export function browserHistory(): BrowserHistory {
  const path = () => location.pathname + location.search
  const entryOf = (state: unknown, idx: number): Entry => (state as Entry | null) ?? { idx } // no other code writes there
  const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [idx: number, top: number][] // written below
  const tops = new Map(stored)
  const isKnown = history.state !== null
  let at = { ...entryOf(history.state, 0), path: path() }
  history.replaceState({ idx: at.idx } satisfies Entry, '')
  let isStaying = false
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    tops.set(at.idx, scrollY)
    sessionStorage.setItem(storageKey, JSON.stringify([...tops]))
  })
  return {
    path,
    firstTop: isKnown ? tops.get(at.idx) : undefined,
    go(to, { replace, keepScroll }) {
      tops.set(at.idx, scrollY)
      const entry: Entry = { idx: replace ? at.idx : at.idx + 1 }
      if (replace) history.replaceState(entry, '', to)
      else history.pushState(entry, '', to)
      at = { ...entry, path: path() }
      if (!keepScroll) scrollTo(0, 0)
    },
    back() {
      if (at.idx > 0) history.back()
      return at.idx > 0
    },
    onReturn(hear) {
      addEventListener('popstate', ({ state }) => {
        if (isStaying) return void (isStaying = false)
        tops.set(at.idx, scrollY)
        const left = at
        // A hash that the user types makes an entry without state.
        at = { ...entryOf(state, left.idx), path: path() }
        const by = at.idx - left.idx
        const stay = () => {
          isStaying = by !== 0
          at = left
          if (by !== 0) history.go(-by)
          return () => history.go(by)
        }
        if (at.path !== left.path) hear({ path: at.path, top: tops.get(at.idx) ?? 0, stay })
      })
    },
  }
}
