import type { Area } from '../../area.ts'
import { estimateRoutes } from './estimates.routes.ts'
import { seedEstimates } from './estimates.seed.ts'

export const estimates: Area = {
  routes: [estimateRoutes],
  seed: seedEstimates,
  migrations: 'areas/estimates/migrations',
  settings: { lakeside: { Portal_Estimates: 'true' } },
}
