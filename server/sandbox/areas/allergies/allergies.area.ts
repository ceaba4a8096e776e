import type { Area } from '../../area.ts'
import { allergyRoutes } from './allergies.routes.ts'
import { seedAllergies } from './allergies.seed.ts'

export const allergies: Area = {
  routes: [allergyRoutes],
  seed: seedAllergies,
  migrations: 'areas/allergies/migrations',
}
