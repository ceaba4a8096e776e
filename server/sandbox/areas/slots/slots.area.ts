import type { Area } from '../../area.ts'
import { slotRoutes } from './slots.routes.ts'
import { seedSlots } from './slots.seed.ts'

export const slots: Area = { routes: [slotRoutes], seed: seedSlots }
