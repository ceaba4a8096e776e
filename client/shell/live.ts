import { io } from 'socket.io-client'
import type { Hint } from '../../schemas/live.ts'
import { createHints, revalidate } from './hints.ts'
import type { Portal } from '../model/portal.ts'

const mostTopics = 500

/** The live connection: tells the server what is on screen, and hears when something of it has changed. */
export function connectLive(portal: Portal): void {
  const socket = io({ path: '/ui/live', transports: ['websocket', 'polling'], reconnectionDelayMax: 10_000 })
  const hear = createHints(portal)
  let watched = ''
  let wasConnected = false

  function watch(): void {
    const topics = portal.topics().toSorted().slice(0, mostTopics)
    const said = topics.join('\n')
    if (!socket.connected || said === watched) return
    watched = said
    socket.emit('watch', topics)
  }

  socket.on('connect', () => {
    watched = ''
    watch()
    // What happened in between was not heard.
    void (wasConnected ? revalidate(portal) : leaveIfSignedOut(portal))
    wasConnected = true
  })
  socket.on('hint', (hint: Hint) => hear(hint))
  socket.on('ended', () => {
    portal.purge()
    // The server closes the connection of a session that is over, and nothing opens it again by itself.
    void portal.screens.show(portal.history.path(), { replace: true }).finally(reconnect)
  })
  for (const { subscribe } of [portal.shell, portal.view, portal.regions.version]) subscribe(watch)
  reconnectForSomebodyElse(portal, reconnect)

  function reconnect(): void {
    wasConnected = false
    socket.disconnect().connect()
  }
}

const who = ({ shell }: Portal) => shell.get()?.account?.name

/** Another tab may have signed out before this one was connected: nobody told this one. */
async function leaveIfSignedOut(portal: Portal): Promise<void> {
  const before = who(portal)
  if (before === undefined) return
  await portal.screens.refreshShell(true)
  if (who(portal) === before) return
  portal.purge()
  await portal.screens.show(portal.history.path(), { replace: true })
}

/** The server knows a connection by the cookie it came with, and that changes when somebody signs in or out. */
function reconnectForSomebodyElse(portal: Portal, reconnect: () => void): void {
  let before = who(portal)
  portal.shell.subscribe(() => {
    if (who(portal) === before) return
    before = who(portal)
    reconnect()
  })
}
