import type { Area } from '../../area.ts'
import { paymentLinkRoutes } from './payment-links.routes.ts'

export const paymentLinks: Area = {
  routes: [paymentLinkRoutes],
  migrations: 'areas/payment-links/migrations',
  settings: { lakeside: { Portal_Payment_Links: 'true' } },
}
