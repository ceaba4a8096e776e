import type { Area } from '../../area.ts'
import { formPages, formRoutes } from './forms.routes.ts'
import { seedForms } from './forms.seed.ts'

export const forms: Area = { routes: [formRoutes], pages: [formPages], seed: seedForms }
