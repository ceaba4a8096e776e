import { join } from 'node:path'
import type { Area } from '../../area.ts'
import { logoRoutes } from './logos.routes.ts'
import { seedLogo } from './logos.seed.ts'

export const logos: Area = {
  routes: [logoRoutes],
  seed: seedLogo,
  migrations: join(import.meta.dirname, 'migrations'),
}
