import Type from 'typebox'
import { job } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import { topicOwner } from '../../protocol/principal.ts'
import { billsTopic } from '../../practice/billing/bill-topics.ts'
import { cardOwner } from './own-cards.ts'
import type { PaymentServices } from './payments-services.ts'

/** Deletes the cards that a guardian saved for a patient, at the card processor (security.md: a removed guardian's is gone). */
export const forgetCards = job('payments.forgetCards', {
  input: Type.Object(
    { licenseeId: Type.String(), patientId: Type.String(), accountId: Type.Integer() },
    { additionalProperties: false },
  ),
  keepTryingFor: { days: 365 },
  looksAgain: { needless: 'it deletes what somebody may no longer use' },
  run: async (services: PaymentServices, { licenseeId, patientId, accountId }) => {
    const cards = services.cardsOf(servedPractice(services.licensees, licenseeId))
    if (!cards) return
    const owner = cardOwner(services, { licenseeId, payer: topicOwner({ accountId }) })
    const saved = await cards.savedCards(patientId)
    for (const { id, owner: of } of saved) if (of === owner) await cards.deleteCard({ patientId, id })
    services.publish([billsTopic({ licenseeId, patientId })])
  },
})
