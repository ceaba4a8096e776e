import type { Area } from '../../area.ts'
import { insertRows } from '../../seed/insert-rows.ts'
import { appointmentRoutes } from './appointments.routes.ts'
import { appointmentColumns, busyColumns } from './visit-draft.ts'

export const appointments: Area = {
  routes: [appointmentRoutes],
  seed: async (db, practice) => {
    await insertRows(db, { name: 'appointments', columns: appointmentColumns }, practice.appointments)
    await insertRows(db, { name: 'busy_units', columns: busyColumns }, practice.busyUnits)
  },
}
