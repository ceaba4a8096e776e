import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './shell/app.tsx'
import { PortalContext } from './model/portal-context.ts'
import { preloadKinds, registry } from './blocks/registry.ts'
import { createPortal } from './model/portal.ts'
import { startBackground } from './shell/start-background.ts'
import { paintRoot } from './shell/theme.ts'
import { browserHistory } from './model/browser-history.ts'
import { RegistryContext } from './render/registry-context.ts'
import { BrokenBlock } from './render/broken-block.tsx'
import './styles/base.css'
import './styles/shell.css'
import './styles/overlays.css'

const router = createBrowserRouter([
  { path: '*', element: <App />, errorElement: <BrokenBlock stale again={() => location.reload()} /> },
])
const history = browserHistory(router)
const portal = createPortal({ fetch: (input, init) => fetch(input, init), history, prepare: preloadKinds })

portal.shell.subscribe(() => {
  const shell = portal.shell.get()
  if (!shell) return
  paintRoot(shell.theme)
  document.documentElement.lang = shell.locale
})
history.onReturn((path) => void portal.screens.show(path, { arrived: true }))

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root to draw into')
createRoot(root).render(
  <PortalContext value={portal}>
    <RegistryContext value={registry}>
      <RouterProvider router={router} />
    </RegistryContext>
  </PortalContext>,
)
void portal.screens.show(history.path(), { arrived: true }).then(() => startBackground(portal))
