import type { Area } from '../../area.ts'
import { insuranceRoutes } from './insurances.routes.ts'
import { seedInsurances } from './insurances.seed.ts'

/** The insurances that the practice accepts, and those of its patients. */
export const insurances: Area = {
  routes: [insuranceRoutes],
  seed: seedInsurances,
  settings: { northgate: { Ask_Insurance_PE: 'true' } },
}
