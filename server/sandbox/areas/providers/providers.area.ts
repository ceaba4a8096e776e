import type { Area } from '../../area.ts'
import { photoRoutes } from './photos.routes.ts'
import { providerRoutes } from './providers.routes.ts'
import { seedProviders } from './providers.seed.ts'

export const providers: Area = { routes: [providerRoutes], pages: [photoRoutes], seed: seedProviders }
