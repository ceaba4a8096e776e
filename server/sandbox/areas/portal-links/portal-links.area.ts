import type { Area } from '../../area.ts'
import { portalLinkRoutes } from './portal-links.routes.ts'

export const portalLinks: Area = { routes: [portalLinkRoutes], migrations: 'areas/portal-links/migrations' }
