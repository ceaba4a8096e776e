import type { Area } from '../../area.ts'
import { bookingRoutes } from './booking.routes.ts'
import { changeRoutes } from './changes.routes.ts'

export const booking: Area = {
  routes: [bookingRoutes, changeRoutes],
  settings: {
    northgate: { DisableTeleHealth_PE: 'true', 'Enable PE Custom Appointments': 'true' },
  },
}
