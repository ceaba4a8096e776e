/** Tells the server what this client could not draw; once for each, and without waiting. */
export function createReporter(fetcher: typeof fetch): (kind: string, name: string) => void {
  const told = new Set<string>()
  return (kind, name) => {
    const once = `${kind} ${name}`
    if (told.has(once)) return
    told.add(once)
    const body = JSON.stringify({ kind, name })
    const headers = { 'content-type': 'application/json' }
    // A report that does not arrive is no concern of the person.
    fetcher('/ui/reports', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined)
  }
}
