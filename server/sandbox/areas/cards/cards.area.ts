import type { Area } from '../../area.ts'
import { cardFrameRoutes } from './card-frame.routes.ts'
import { cardRoutes } from './cards.routes.ts'
import { seedCards } from './cards.seed.ts'

/** The card processor: another company's system, on the same port as the record server, under /{practice}/cards. */
export const cards: Area = {
  pages: [cardRoutes, cardFrameRoutes],
  seed: seedCards,
  migrations: 'areas/cards/migrations',
  settings: { lakeside: { Card_Payment_Key: 'sandbox-card-key-lakeside', Portal_Installments: 'true' } },
}
