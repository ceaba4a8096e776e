import type { Area } from '../../area.ts'
import { insertRows } from '../../seed/insert-rows.ts'
import { patientColumns } from './demo-patients.ts'
import { patientRoutes } from './patients.routes.ts'

export const patients: Area = {
  migrations: 'areas/patients/migrations',
  routes: [patientRoutes],
  seed: (db, practice) => insertRows(db, { name: 'patients', columns: patientColumns }, practice.patients),
}
