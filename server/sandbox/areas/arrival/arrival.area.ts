import type { Area } from '../../area.ts'
import { arrivalRoutes } from './arrival.routes.ts'

export const arrival: Area = {
  routes: [arrivalRoutes],
  settings: {
    lakeside: {
      LandingPageFeatures: 'Medical History:medical-history; Telehealth Consent:tele-consent',
      Enable_Parking_Lot_Management: 'true',
    },
    northgate: { Enable_Parking_Lot_Management: 'true' },
  },
}
