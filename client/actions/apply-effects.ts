import type { Effect, EffectOf } from '../../schemas/effect.ts'
import type { Portal } from '../model/portal.ts'
import { focusBlock, onceDrawn } from '../base/focus.ts'
import { notify } from './notify.ts'
import { replaceBlock } from './replace-block.ts'
import { download } from './files.ts'
import type { Act } from './sent-act.ts'

const renewing: ReadonlySet<string> = new Set(['refresh', 'replace', 'navigate'])

/**
 * Applies effects in order, each after the previous one is done. The list is already validated as a whole (see
 * effects.ts). Returns whether an effect brought newer content.
 */
export async function applyEffects(portal: Portal, effects: readonly Effect[], act: Act): Promise<boolean> {
  const types = new Set(effects.map(({ type }) => type))
  // What an action did for a user whose session has ended meanwhile is shown to nobody.
  if (portal.ended.get() && !types.has('purge')) return false
  const renewals: boolean[] = []
  for (const effect of effects) renewals.push(await renews(portal, effect, act))
  // A purge removes the content of the user from the page, so another screen must be shown.
  if (types.has('purge') && !types.has('navigate')) await portal.screens.show(portal.history.path(), { replace: true })
  return renewals.includes(true)
}

async function renews(portal: Portal, effect: Effect, act: Act): Promise<boolean> {
  if (effect.type === 'credential') return (await import('./send-credential.ts')).sendCredential(portal, effect, act)
  await applyEffect(portal, effect)
  return renewing.has(effect.type)
}

function applyEffect(portal: Portal, effect: Exclude<Effect, EffectOf<'credential'>>): Promise<unknown> | void {
  switch (effect.type) {
    case 'navigate':
      return navigate(portal, effect)
    case 'refresh':
      return refresh(portal, effect)
    case 'replace':
      return replace(portal, effect)
    case 'notify':
      return notify(portal, effect)
    case 'open':
      return portal.dialogs.open(effect.dialog)
    case 'close':
      return portal.dialogs.close()
    case 'focus':
      // The block may be in a part of the screen that is fetched by itself.
      return void (focusBlock(effect.id) || onceDrawn(() => focusBlock(effect.id)))
    case 'download':
      return download(portal, effect.href)
    case 'print':
      return window.print()
    case 'purge':
      return portal.purge()
  }
}

function navigate(portal: Portal, { to, replace: inPlace, newWindow }: EffectOf<'navigate'>): Promise<void> | void {
  if (newWindow) return void window.open(to, '_blank', 'noopener')
  return portal.screens.show(to, { replace: inPlace })
}

function refresh(portal: Portal, { what, id }: EffectOf<'refresh'>): Promise<unknown> | void {
  if (what === 'shell') return portal.screens.refreshShell()
  if (what === 'region' && id !== undefined) return portal.regions.refresh(id)
  return Promise.all([portal.screens.refresh(), portal.regions.revalidate()])
}

function replace(portal: Portal, { id, block }: EffectOf<'replace'>): Promise<unknown> | void {
  const view = portal.view.get()
  if (view) portal.view.set({ ...view, screen: replaceBlock(view.screen, id, block) })
  portal.regions.change((content) => replaceBlock(content, id, block))
}
