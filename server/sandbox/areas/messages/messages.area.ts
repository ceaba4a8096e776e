import { join } from 'node:path'
import type { Area } from '../../area.ts'
import { messageRoutes } from './messages.routes.ts'
import { seedMessages } from './messages.seed.ts'

export const messages: Area = {
  routes: [messageRoutes],
  seed: seedMessages,
  migrations: join(import.meta.dirname, 'migrations'),
  settings: { northgate: { AllowPortalReplies: 'true' } },
}
