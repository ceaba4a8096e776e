import { billingOffered, offTexts } from '../../practice/offered.ts'
import { routes } from '../../practice/routes.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { feature, region, screen } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { actingPrincipal, patientTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { billingScreen, chargesBlocks, chargesRegion } from './billing.screens.ts'

const guarded = { guard: patientsAndGuardians, offered: billingOffered, off: offTexts.billing } as const
const part = { ...guarded, id: 'billing', label: 'Billing', icon: 'card' } as const

/** What the patient owes and for which visits (specification 2 §2.3, §4.1). */
export const billing = feature('billing', ({ emrOf }: Pick<Services, 'emrOf'>) => ({
  menu: [{ menu: 'main', ...part, do: goTo(routes.billing) }],
  cards: [{ kind: 'tile', ...part, text: 'See what you owe, and for which visits.', to: routes.billing }],
  landingTiles: [
    {
      id: 'billing',
      label: part.label,
      text: 'See what you owe.',
      icon: part.icon,
      to: routes.billing,
      offered: billingOffered,
      off: offTexts.billing,
    },
  ],
  screens: [
    screen({
      route: routes.billing,
      about: 'Bills',
      ...guarded,
      load: (context) => billingScreen(context.setting('PortalBillingText')),
    }),
  ],
  regions: [
    region({
      name: chargesRegion,
      about: 'What the patient owes, by visit',
      ...guarded,
      load: async (context) => {
        const { patient } = actingPrincipal(context)
        context.dependsOn(patientTopic({ licenseeId: context.licensee.id, patientId: patient.id }, 'bills'))
        const bills = await emrOf(context.licensee).bills(patient.id)
        return chargesBlocks(bills?.charges ?? [])
      },
    }),
  ],
}))
