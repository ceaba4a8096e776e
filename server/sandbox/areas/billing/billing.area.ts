import type { Area } from '../../area.ts'
import { billingRoutes } from './billing.routes.ts'
import { seedBilling } from './billing.seed.ts'

export const billing: Area = {
  routes: [billingRoutes],
  seed: seedBilling,
  migrations: 'areas/billing/migrations',
  settings: { northgate: { EnableBillingForPortal: '1', Enable_PayBill_Portal: 'false' } },
}
