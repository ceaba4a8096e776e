import type { Return } from '../model/browser-history.ts'
import type { Portal } from '../model/portal.ts'

/** Shows the screen to which the user went back or forward in the browser, unless something would be lost. */
export async function goBack(portal: Portal, { path, top, stay }: Return): Promise<void> {
  if (portal.ended.get()) return
  if (!portal.unsaved.question.get()) return portal.screens.show(path, { arrived: true, top })
  const go = stay()
  if (await portal.unsaved.mayLeave()) go()
}
