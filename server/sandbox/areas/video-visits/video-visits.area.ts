import type { Area } from '../../area.ts'
import { videoVisitRoutes } from './video-visits.routes.ts'

export const videoVisits: Area = { routes: [videoVisitRoutes] }
