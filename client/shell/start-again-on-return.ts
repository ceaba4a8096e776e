/**
 * A browser may keep a whole page aside when the user goes to another site, and show it unchanged when they come back.
 * Until then the session may have ended, so such a page is hidden and loaded again.
 */
export function startAgainOnReturn(): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) document.documentElement.hidden = true
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
