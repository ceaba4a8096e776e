import type { Area } from '../../area.ts'
import { recordChangeRoutes } from './record-changes.routes.ts'

export const recordChanges: Area = {
  routes: [recordChangeRoutes],
  migrations: 'areas/record-changes/migrations',
}
