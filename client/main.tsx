import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './app/app.tsx'
import { PortalContext } from './app/portal-context.ts'
import { createPortal } from './app/portal.ts'
import { startBackground } from './app/start-background.ts'
import { paintRoot } from './app/theme.ts'
import { createTrack } from './app/track.ts'
import { BrokenBlock } from './render/broken-block.tsx'
import './styles/base.css'
import './styles/shell.css'
import './styles/overlays.css'

const router = createBrowserRouter([
  { path: '*', element: <App />, errorElement: <BrokenBlock stale again={() => location.reload()} /> },
])
const track = createTrack(router)
const portal = createPortal({ fetch: (input, init) => fetch(input, init), track })

portal.shell.subscribe(() => {
  const shell = portal.shell.get()
  if (!shell) return
  paintRoot(shell.theme)
  document.documentElement.lang = shell.locale
})
track.onReturn((path) => void portal.screens.show(path, { arrived: true }))

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root to draw into')
createRoot(root).render(
  <PortalContext value={portal}>
    <RouterProvider router={router} />
  </PortalContext>,
)
void portal.screens.show(track.path(), { arrived: true }).then(() => startBackground(portal))
