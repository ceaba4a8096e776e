import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './shell/app.tsx'
import { PortalContext } from './model/portal-context.ts'
import { preloadFirst, preloadKinds, registry } from './blocks/registry.ts'
import { withInlinedResponses } from './model/inlined-responses.ts'
import { createPortal } from './model/portal.ts'
import { goBack } from './shell/go-back.ts'
import { startAgainOnReturn } from './shell/start-again-on-return.ts'
import { startBackground } from './shell/start-background.ts'
import { paintRoot } from './shell/theme.ts'
import { browserHistory } from './model/browser-history.ts'
import { RegistryContext } from './render/registry-context.ts'
import { Boundary } from './render/boundary.tsx'
import './styles/base.css'
import './styles/typefaces.css'
import './styles/shell.css'
import './styles/overlays.css'

const history = browserHistory()
const portal = createPortal({
  fetch: withInlinedResponses((input, init) => fetch(input, init), document),
  history,
  // Later the previous screen stays until all code of the next has arrived.
  prepare: (content) => (portal.view.get() ? preloadKinds(content) : preloadFirst(content)),
})

portal.shell.subscribe(() => {
  const shell = portal.shell.get()
  if (!shell) return
  paintRoot(shell.theme)
  document.documentElement.lang = shell.locale
})
history.onReturn((returned) => void goBack(portal, returned))
startAgainOnReturn()

/** look.md: shorter waits show nothing. */
const patienceMs = 300

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root to draw into')
const page = createRoot(root)
const firstScreen = portal.screens.show(history.path(), { arrived: true, top: history.firstTop })
// The screen usually comes with the page: then it is rendered once, in slices that let the browser react in between.
void Promise.race([firstScreen, new Promise((resolve) => setTimeout(resolve, patienceMs))]).then(() =>
  startTransition(() =>
    page.render(
      <PortalContext value={portal}>
        <RegistryContext value={registry}>
          <Boundary of={portal} name="app">
            <App />
          </Boundary>
        </RegistryContext>
      </PortalContext>,
    ),
  ),
)
void firstScreen.then(() => {
  document.querySelector('title[data-initial]')?.remove() // the screen has drawn its own
  startBackground(portal)
})
