import { io } from 'socket.io-client'
import type { Ended, Hint } from '../../schemas/live.ts'
import { createHints, revalidate } from './hints.ts'
import { notify } from '../actions/notify.ts'
import type { Portal } from '../model/portal.ts'
import { wordOf } from '../model/words.ts'
import { WatchList } from './watch-list.ts'

/**
 * The live connection: sends the server the topics on screen, and when their content was drawn, and receives hints of
 * what has changed since.
 */
export function connectLive(portal: Portal): void {
  const socket = io({ path: '/ui/live', transports: ['websocket', 'polling'], reconnectionDelayMax: 10_000 })
  const hear = createHints(portal)
  const watched = new WatchList()
  let wasConnected = false

  function watch(): void {
    const sent = socket.connected && watched.next(portal.drawn())
    if (sent) socket.emit('watch', ...sent)
  }

  socket.on('connect', () => {
    watched.clear()
    watch()
    // What failed while the server could not be reached is requested again, too.
    void (wasConnected ? revalidate(portal) : restartIfSwitched(portal))
    wasConnected = true
  })
  socket.on('hint', (hint: Hint) => hear(hint))
  socket.on('ended', ({ cause, reason }: Ended = {}) => {
    if (portal.ended.get()) return // the page itself has ended the session, and says so
    // What an action of this tab answers shows the page of the next session, and may still be on its way.
    if (portal.ownKeys.isOwn(cause)) return void portal.acts.settled().finally(reconnect)
    const before = actsFor(portal)
    // The server closes the connection of an ended session, and socket.io does not reconnect after that.
    void startAgain(portal)
      .then(() => sayWhy(portal, { before, reason }))
      .finally(reconnect)
  })
  for (const { version } of [portal.screens, portal.regions]) version.subscribe(watch)
  reconnectForSomebodyElse(portal, reconnect)

  function reconnect(): void {
    wasConnected = false
    socket.disconnect().connect()
  }
}

const who = ({ shell }: Portal) => shell.get()?.account?.name

const identityIn = ({ shell }: Portal) => shell.get()?.identity

const actsFor = ({ shell }: Portal) => shell.get()?.acting?.name

/** The reason stays until it is read: the person may not be at the page when somebody else ends the session. */
function sayWhy(portal: Portal, { before, reason }: { before: string | undefined; reason: string | undefined }): void {
  if (reason === undefined || who(portal) !== undefined) return sayIfSwitched(portal, before)
  notify(portal, { tone: 'info', text: reason, durationMs: 0 })
}

/** In another tab the user may have gone on to act for somebody else. */
function sayIfSwitched(portal: Portal, before: string | undefined): void {
  const now = actsFor(portal)
  if (before === undefined || now === undefined || now === before) return
  notify(portal, { tone: 'info', text: `${wordOf(portal.shell.get(), 'actingNow')} ${now}` })
}

/** Another tab may have changed the session before this tab was connected, so this tab got no message. */
async function restartIfSwitched(portal: Portal): Promise<void> {
  // Who acts here may switch by that; the page shows what their action answers, which comes first.
  await portal.acts.settled()
  const identity = identityIn(portal)
  const before = actsFor(portal)
  if (identity === undefined || portal.ended.get()) return
  await portal.screens.refreshShell(true)
  if (portal.acts.pending()) return restartIfSwitched(portal)
  if (identityIn(portal) === identity || portal.ended.get()) return
  await startAgain(portal)
  sayIfSwitched(portal, before)
}

/** When to look again who is signed in, in milliseconds after the first answer. */
const looksAfterMs = [500, 1_000, 2_000]

/**
 * Shows the page as it is for who is signed in now. Where a session takes the place of another, the browser gets the
 * cookie of the new one a moment after the former has ended: until then nobody seems to be signed in.
 */
async function startAgain(portal: Portal): Promise<void> {
  const path = portal.history.path()
  portal.purge()
  await portal.screens.show(path, { replace: true })
  for (const afterMs of looksAfterMs) {
    if (who(portal) !== undefined) return
    const shown = portal.history.path()
    // Somebody may have signed in here meanwhile, and is on their way.
    const isLeft = () => portal.acts.pending() || portal.history.path() !== shown
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    if (who(portal) !== undefined || isLeft()) return
    await portal.screens.refreshShell(true)
    if (isLeft()) return
    if (who(portal) !== undefined) await portal.screens.show(path, { replace: true })
  }
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
