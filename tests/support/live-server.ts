import type { Drawn, Hint, Watch } from '../../schemas/live.ts'
import { HintStream } from '../../server/http/hint-stream.ts'
import { missedHints } from '../../server/http/missed-hints.ts'

type Hear = (value?: unknown) => void

/**
 * The server's half of the live connection, for a client without a network: it has the sequence of hints, and a socket
 * that stands in for the one of socket.io. Every topic may be watched.
 */
export function liveServer() {
  const listeners = new Map<string, Hear[]>()
  const fire = (event: string, value?: unknown) => listeners.get(event)?.forEach((hear) => hear(value))
  const hear = (hint: Hint) => fire('hint', hint)
  const nothing = () => Promise.resolve()
  let watched = new Set<string>()
  const hints = new HintStream({
    encryption: { encrypt: (text) => text, decrypt: (text) => text },
    deliver: (hint) => {
      const topics = hint.topics.filter((topic) => watched.has(topic))
      if (topics.length > 0) hear({ ...hint, topics })
    },
    deliverAll: () => undefined,
    refresh: nothing,
    refreshAll: nothing,
  })
  const watch = (names: Watch, drawn: Drawn) => {
    const before = watched
    watched = new Set(names)
    const topics = names.map((name) => ({ topic: name, name, isNew: !before.has(name) }))
    for (const hint of missedHints(hints, { watched: topics, drawn })) hear(hint)
  }
  const socket = {
    connected: false,
    on: (event: string, listener: Hear) => void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    emit: (_event: 'watch', ...sent: [Watch, Drawn]) => watch(...sent),
    connect: () => socket,
    disconnect: () => socket,
  }
  return {
    socket,
    hints,
    /** The socket connects, and watches nothing yet. */
    connect: () => {
      watched = new Set()
      socket.connected = true
      fire('connect')
    },
    /** The header of a response. */
    asOf: () => ({ 'x-as-of': hints.asOf() }),
  }
}
