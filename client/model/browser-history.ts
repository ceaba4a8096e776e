import type { createBrowserRouter } from 'react-router-dom'

export interface BrowserHistory {
  /** The current address: path and query. */
  path: () => string
  /** Resolves when the address has changed. */
  go: (path: string, how: { replace: boolean; keepScroll: boolean }) => Promise<void>
  /** Returns false if the history has no earlier entry of this portal. */
  back: () => boolean
  /** Called when the user goes back or forward in the browser. */
  onReturn: (hear: (path: string) => void) => void
}

/** The browser's history, as the portal uses it. */
export function browserHistory(router: ReturnType<typeof createBrowserRouter>): BrowserHistory {
  const path = () => location.pathname + location.search
  return {
    path,
    go: async (to, { replace, keepScroll }) => router.navigate(to, { replace, preventScrollReset: keepScroll }),
    back() {
      const { idx = 0 } = (window.history.state ?? {}) as { idx?: number } // written there by the router
      if (idx > 0) window.history.back()
      return idx > 0
    },
    onReturn(hear) {
      let last = path()
      router.subscribe(({ historyAction }) => {
        const now = path()
        if (historyAction === 'POP' && now !== last) hear(now)
        last = now
      })
    },
  }
}
