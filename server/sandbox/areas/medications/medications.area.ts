import type { Area } from '../../area.ts'
import { medicationRoutes } from './medications.routes.ts'
import { seedMedications } from './medications.seed.ts'

export const medications: Area = {
  routes: [medicationRoutes],
  seed: seedMedications,
  migrations: 'areas/medications/migrations',
}
