import type { Area } from '../../area.ts'
import { conditionRoutes } from './conditions.routes.ts'
import { seedConditions } from './conditions.seed.ts'

export const conditions: Area = {
  routes: [conditionRoutes],
  seed: seedConditions,
  migrations: 'areas/conditions/migrations',
}
