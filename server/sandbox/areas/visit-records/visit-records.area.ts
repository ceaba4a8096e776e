import type { Area } from '../../area.ts'
import { visitRecordRoutes } from './visit-records.routes.ts'
import { seedVisitRecords } from './visit-records.seed.ts'

export const visitRecords: Area = {
  routes: [visitRecordRoutes],
  seed: seedVisitRecords,
  migrations: 'areas/visit-records/migrations',
}
