import type { Area } from '../../area.ts'
import { pharmacyRoutes } from './pharmacies.routes.ts'
import { seedPharmacies } from './pharmacies.seed.ts'

export const pharmacies: Area = {
  routes: [pharmacyRoutes],
  seed: seedPharmacies,
  migrations: 'areas/pharmacies/migrations',
}
