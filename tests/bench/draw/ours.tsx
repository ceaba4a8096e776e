import type { Screen } from '../../../schemas/screen.ts'
import { createPortal } from '../../../client/model/portal.ts'
import type { BrowserHistory } from '../../../client/model/browser-history.ts'
import { Blocks } from '../../../client/render/blocks.tsx'
import { InPortal } from '../../support/in-portal.tsx'
import { preloadKinds } from '../../../client/blocks/registry.ts'
import '../../../client/styles/base.css'
import '../../../client/styles/shell.css'

const history: BrowserHistory = {
  path: () => '/',
  firstTop: undefined,
  go: () => undefined,
  back: () => false,
  onReturn: () => undefined,
}
const portal = createPortal({
  fetch: () => Promise.reject(new Error('nothing is fetched here')),
  history,
  prepare: preloadKinds,
})

/** A page rendered by the portal's client from the JSON of the server. */
export function Ours({ json }: { json: string }) {
  const screen = JSON.parse(json) as Screen // captured from the portal
  return (
    <InPortal portal={portal}>
      <main className="content wide">
        <div className="screen">
          <Blocks blocks={screen.blocks} />
        </div>
      </main>
    </InPortal>
  )
}

/** Loads the components of the page, as the client does before it shows a screen. */
export function preloadOurs(json: string): Promise<void> {
  return preloadKinds(JSON.parse(json))
}
