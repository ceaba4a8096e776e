import type { Area } from '../../area.ts'
import { messageRoutes } from './messages.routes.ts'
import { seedMessages } from './messages.seed.ts'

export const messages: Area = {
  routes: [messageRoutes],
  seed: seedMessages,
  migrations: 'areas/messages/migrations',
  settings: { northgate: { AllowPortalReplies: 'true' } },
}
