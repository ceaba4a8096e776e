import type { Area } from '../../area.ts'
import { logoRoutes } from './logos.routes.ts'
import { seedLogo } from './logos.seed.ts'

export const logos: Area = {
  routes: [logoRoutes],
  seed: seedLogo,
  migrations: 'areas/logos/migrations',
}
