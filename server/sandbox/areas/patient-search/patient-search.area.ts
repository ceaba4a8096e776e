import { join } from 'node:path'
import type { Area } from '../../area.ts'
import { patientSearchRoutes } from './patient-search.routes.ts'

export const patientSearch: Area = {
  migrations: join(import.meta.dirname, 'migrations'),
  routes: [patientSearchRoutes],
}
