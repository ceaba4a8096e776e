import type { BlockList } from '../../../schemas/block.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { goTo, text, title } from '../../protocol/block-builders.ts'
import { settingsStaff } from '../../protocol/guard.ts'
import type { StaffCard } from '../../practice/extension-points.ts'
import { paths } from '../../practice/paths.ts'

export const waitingRegion = 'admin.waiting'

export type CountedCard = Omit<StaffCard, 'count'> & { count?: { value: number; words: string } }

export const settingsCard: StaffCard = {
  id: 'settings',
  guard: settingsStaff,
  title: 'Settings',
  text: 'Switch features on and off. Change words and colors.',
  icon: 'settings',
  to: paths.adminSettings(),
}

/** The welcome page of administrators; what changes on it is a region. */
export function adminDashboardScreen(practice: string): ScreenBody {
  return {
    title: 'Administration',
    welcome: true,
    blocks: [
      title('Administration'),
      text('practice', practice, 'lead'),
      { kind: 'region', id: 'waiting', src: waitingRegion, shape: 'cards' },
    ],
  }
}

/** What administrators should know, and the cards of the features, each with what waits behind it. */
export function waitingBlocks(notices: BlockList, cards: readonly CountedCard[]): BlockList {
  return [
    ...notices,
    {
      kind: 'tiles',
      id: 'cards',
      label: 'Administration',
      tiles: cards.map(tileOf),
    },
  ]
}

function tileOf({ id, title, text: what, icon, count, to }: CountedCard) {
  return { id, title, text: what, icon, ...(count ? { count } : {}), do: goTo(to) }
}
