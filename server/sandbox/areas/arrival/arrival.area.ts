import type { Area } from '../../area.ts'
import { arrivalRoutes } from './arrival.routes.ts'

export const arrival: Area = { routes: [arrivalRoutes] }
