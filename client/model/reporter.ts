/** Reports to the server what this client could not render; once for each kind and name, without waiting. */
export function createReporter(fetcher: typeof fetch): (kind: string, name: string) => void {
  const reported = new Set<string>()
  return (kind, name) => {
    const once = `${kind} ${name}`
    if (reported.has(once)) return
    reported.add(once)
    const body = JSON.stringify({ kind, name })
    const headers = { 'content-type': 'application/json' }
    // A lost report does not affect the user.
    fetcher('/ui/reports', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined)
  }
}
