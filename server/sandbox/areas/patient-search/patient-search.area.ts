import type { Area } from '../../area.ts'
import { patientSearchRoutes } from './patient-search.routes.ts'

export const patientSearch: Area = {
  migrations: 'areas/patient-search/migrations',
  routes: [patientSearchRoutes],
}
