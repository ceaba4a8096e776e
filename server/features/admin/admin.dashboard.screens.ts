import type { BlockList } from '../../../schemas/block.ts'
import type { IconName } from '../../../schemas/base.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { goTo, text, title } from '../../protocol/block-builders.ts'
import { routes } from '../../practice/routes.ts'

export interface AdminCard {
  id: string
  title: string
  text: string
  icon: IconName
  to: string
}

/** Specification 2 §2.15; the settings card is put before the cards of that page. */
export const adminCards: readonly AdminCard[] = [
  {
    id: 'settings',
    title: 'Settings',
    text: 'Switch features on and off. Change words and colors.',
    icon: 'settings',
    to: routes.adminSettings,
  },
  {
    id: 'find-patients',
    title: 'Find Patients',
    text: 'Search for a patient and open the record.',
    icon: 'search',
    to: '/admin/find_patient',
  },
  {
    id: 'practice-header',
    title: 'Practice Header',
    text: 'Change the logo in the header.',
    icon: 'building',
    to: '/admin/update_logo',
  },
  {
    id: 'payments',
    title: 'Open Payments',
    text: 'See card payments that have no end yet, or need a check.',
    icon: 'card',
    to: routes.adminPayments,
  },
  {
    id: 'account',
    title: 'Your account',
    text: 'Protect your account with an authenticator app.',
    icon: 'lock',
    to: routes.adminAccount,
  },
]

export function adminDashboardScreen({
  practice,
  notices,
  cards,
}: {
  practice: string
  notices: BlockList
  cards: readonly AdminCard[]
}): ScreenBody {
  return {
    title: 'Administration',
    welcome: true,
    blocks: [
      title('Administration'),
      text('practice', practice, 'lead'),
      ...notices,
      {
        kind: 'tiles',
        id: 'cards',
        label: 'Administration',
        tiles: cards.map(({ to, ...card }) => ({ ...card, do: goTo(to) })),
      },
    ],
  }
}
