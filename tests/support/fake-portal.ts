import { clientWords } from '../../schemas/client-words.ts'
import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import { preloadKinds } from '../../client/blocks/registry.ts'
import { createPortal, type Portal } from '../../client/model/portal.ts'
import type { BrowserHistory } from '../../client/model/browser-history.ts'

export interface FakePortalRequest {
  method: string
  url: string
  headers: Headers
  body: unknown
}
type Answer = Response | (() => Response | Promise<Response>)

/** A client portal without a server: returns responses by address and records requests. */
export function fakePortal(answers: Record<string, Answer>): {
  portal: Portal
  requests: FakePortalRequest[]
  history: BrowserHistory
} {
  const requests: FakePortalRequest[] = []
  const fetcher = async (to: RequestInfo | URL, init: RequestInit = {}) => {
    const url = to instanceof Request ? to.url : to.toString()
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({ method: init.method ?? 'GET', url, headers: new Headers(init.headers), body })
    const answer = answers[url]
    if (!answer) return new Response(null, { status: 404 })
    return typeof answer === 'function' ? answer() : answer.clone()
  }
  const history = fakeHistory()
  return { portal: createPortal({ fetch: fetcher, history, prepare: preloadKinds }), requests, history }
}

function fakeHistory(): BrowserHistory {
  let at = '/'
  return {
    path: () => at,
    firstTop: undefined,
    go: (path) => void (at = path),
    back: () => false,
    onReturn: () => undefined,
  }
}

export function json(body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...headers } })
}

export function problem(status: number, more: Record<string, unknown> = {}): Response {
  const body = { type: 'about:blank', title: 'No', status, detail: 'It was refused.', code: 'no', errors: [], ...more }
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } })
}

export function screen(more: Partial<Screen> = {}): Screen {
  return {
    protocol: '1.0',
    route: '/',
    title: 'Rooms',
    locale: 'en-US',
    chrome: 'full',
    topics: ['rooms'],
    dialogs: {},
    blocks: [
      { kind: 'text', id: 'title', role: 'title', text: 'Rooms' },
      { kind: 'text', id: 'note', text: 'Old note' },
    ],
    ...more,
  }
}

export function shell(more: Partial<Shell> = {}): Shell {
  return {
    protocol: '1.0',
    locale: 'en-US',
    brand: { name: 'House', centred: false },
    navigation: { label: 'Main', menuLabel: 'Menu', from: 600, entries: [], narrowEntries: [] },
    footer: { text: '', entries: [] },
    skipLabel: 'Skip',
    words: { ...clientWords },
    theme: { primary: '#13607c', accent: '#18a2b8', radius: 10, density: 'comfortable' },
    dialogs: {},
    topics: [],
    ...more,
  }
}
