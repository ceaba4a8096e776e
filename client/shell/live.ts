import { io } from 'socket.io-client'
import type { Hint } from '../../schemas/live.ts'
import { createHints, revalidate } from './hints.ts'
import { notify } from '../actions/notify.ts'
import type { Portal } from '../model/portal.ts'
import { wordOf } from '../model/words.ts'

const mostTopics = 500

/** The live connection: sends the topics on screen to the server and receives hints when one has changed. */
export function connectLive(portal: Portal): void {
  const socket = io({ path: '/ui/live', transports: ['websocket', 'polling'], reconnectionDelayMax: 10_000 })
  const hear = createHints(portal)
  let watched = ''
  let wasConnected = false

  function watch(): void {
    const topics = portal.topics().toSorted().slice(0, mostTopics)
    const joined = topics.join('\n')
    if (!socket.connected || joined === watched) return
    watched = joined
    socket.emit('watch', topics)
  }

  socket.on('connect', () => {
    watched = ''
    watch()
    // Hints during a disconnection, or between the making of the page and this moment, were missed.
    void (wasConnected ? revalidate(portal) : catchUp(portal))
    wasConnected = true
  })
  socket.on('hint', (hint: Hint) => hear(hint))
  socket.on('ended', () => {
    const before = actsFor(portal)
    portal.purge()
    // The server closes the connection of an ended session, and socket.io does not reconnect after that.
    void portal.screens
      .show(portal.history.path(), { replace: true })
      .then(() => sayIfSwitched(portal, before))
      .finally(reconnect)
  })
  for (const { subscribe } of [portal.shell, portal.view, portal.regions.version]) subscribe(watch)
  reconnectForSomebodyElse(portal, reconnect)

  function reconnect(): void {
    wasConnected = false
    socket.disconnect().connect()
  }
}

const who = ({ shell }: Portal) => shell.get()?.account?.name

const actsFor = ({ shell }: Portal) => shell.get()?.acting?.name

/** In another tab the user may have gone on to act for somebody else. */
function sayIfSwitched(portal: Portal, before: string | undefined): void {
  const now = actsFor(portal)
  if (before === undefined || now === undefined || now === before) return
  notify(portal, { tone: 'info', text: `${wordOf(portal.shell.get(), 'actingNow')} ${now}` })
}

/** Until the user does something: then the page shows what their action returned, which a new response may lack. */
async function catchUp(portal: Portal): Promise<void> {
  const before = actsFor(portal)
  await leaveIfSignedOut(portal)
  if (!portal.acts.any()) await revalidate(portal, { unless: portal.acts.any })
  sayIfSwitched(portal, before)
}

/** Another tab may have signed out before this tab was connected, so this tab got no message. */
async function leaveIfSignedOut(portal: Portal): Promise<void> {
  const before = who(portal)
  if (before === undefined) return
  await portal.screens.refreshShell(true)
  if (who(portal) === before) return
  portal.purge()
  await portal.screens.show(portal.history.path(), { replace: true })
}

/** The server identifies a connection by its cookie, which changes on sign-in and sign-out. */
function reconnectForSomebodyElse(portal: Portal, reconnect: () => void): void {
  let before = who(portal)
  portal.shell.subscribe(() => {
    if (who(portal) === before) return
    before = who(portal)
    reconnect()
  })
}
