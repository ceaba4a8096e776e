import { billsSettings } from './bills.settings.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { Estimate } from '../../gateways/emr/estimates/estimates.ts'
import { moneyText } from '../../practice/billing/charges.rules.ts'
import { billingOffer, billingOffered } from '../../practice/offered.ts'
import { text } from '../../protocol/block-builders.ts'
import { region } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { dateText } from '../../protocol/time-words.ts'
import type { Reads } from '../../protocol/trace.ts'
import type { Services } from '../../services.ts'
import { todayAt } from '../../identity/today.ts'

export const estimatesRegion = 'billing.estimates'

export function estimatesOffered(reads: Pick<Reads, 'setting' | 'principal'>): boolean {
  return billingOffered(reads) && reads.setting(billsSettings.Portal_Estimates)
}

/** What planned care is expected to cost. */
export function estimates({ emrOf }: Pick<Services, 'emrOf'>) {
  return region({
    name: estimatesRegion,
    about: 'Good-faith estimates of planned care',
    guard: patientsAndGuardians,
    offered: estimatesOffered,
    off: billingOffer.off,
    load: async (context) => {
      const all = await emrOf(context.licensee).estimates(actingPrincipal(context).patient.id)
      const today = todayAt(context)
      return estimateBlocks(all.filter(({ goodUntil }) => goodUntil === '' || goodUntil >= today))
    },
  })
}

function estimateBlocks(all: readonly Estimate[]): BlockList {
  if (all.length === 0) {
    const words = 'There are no estimates of planned care. When the office makes one, it will be shown here.'
    const empty = { picture: 'card', text: words } as const
    return [{ kind: 'list', id: 'no-estimates', label: 'Estimates', rows: [], empty }]
  }
  return [
    {
      kind: 'section',
      id: 'estimates',
      blocks: [
        text('estimates-text', 'What we expect planned care to cost you. This is not a bill.'),
        {
          kind: 'table',
          id: 'estimates-table',
          caption: 'Good-faith estimates',
          hideCaption: true,
          columns: [
            { id: 'service', label: 'Service', main: true },
            { id: 'planned', label: 'Planned for' },
            { id: 'until', label: 'Good until' },
            { id: 'amount', label: 'Estimate', align: 'end', figures: true },
          ],
          rows: all.map(({ id, service, plannedFor, goodUntil, amountCents }) => ({
            id: `estimate-${id}`,
            cells: {
              service: { text: service },
              planned: { text: dateText(plannedFor) },
              until: { text: dateText(goodUntil) },
              amount: { text: [{ text: moneyText(amountCents), strong: true }] },
            },
          })),
          empty: { picture: 'card', text: 'There are no estimates.' },
        },
      ],
    },
  ]
}
