import type { BlockList } from '../../../schemas/block.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { goTo, text, title } from '../../protocol/block-builders.ts'
import type { StaffCard } from '../../practice/extension-points.ts'

export const waitingRegion = 'admin.waiting'

export type CountedCard = Omit<StaffCard, 'count'> & { count?: { value: number; words: string } }

/** The welcome page of administrators; what changes on it is a region. */
export function staffDashboardScreen(practice: string, shortcuts: BlockList): ScreenBody {
  return {
    title: 'Administration',
    welcome: true,
    ...(shortcuts[0] ? { focus: shortcuts[0].id } : {}),
    blocks: [
      title('Administration'),
      text('practice', practice, 'lead'),
      ...shortcuts,
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
      tiles: cards.toSorted((one, other) => one.order - other.order).map(tileOf),
    },
  ]
}

function tileOf({ id, title, text: what, icon, count, to }: CountedCard) {
  return { id, title, text: what, icon, ...(count ? { count } : {}), do: goTo(to) }
}
