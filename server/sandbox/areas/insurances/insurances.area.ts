import type { Area } from '../../area.ts'
import { insuranceRoutes } from './insurances.routes.ts'
import { seedInsurances } from './insurances.seed.ts'

/** Which insurances the practice accepts, and which ones its patients have. */
export const insurances: Area = { routes: [insuranceRoutes], seed: seedInsurances }
