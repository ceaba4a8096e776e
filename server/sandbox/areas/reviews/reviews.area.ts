import type { Area } from '../../area.ts'
import { reviewRoutes } from './reviews.routes.ts'

export const reviews: Area = { routes: [reviewRoutes] }
