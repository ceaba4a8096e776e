import type { BlockList } from '../../../schemas/block.ts'
import { title } from '../../protocol/block-builders.ts'
import type { DashboardCard, ScreenBody } from '../../protocol/definitions.ts'
import type { ActingPrincipal } from '../../protocol/principal.ts'

export interface Dashboard {
  principal: ActingPrincipal
  /** The cards that this person may see, in the order of the features. */
  cards: readonly DashboardCard[]
}

/** Specification 1 §2, dashboard; §6, welcome line of a guardian. */
export function dashboardScreen({ principal, cards }: Dashboard): ScreenBody {
  return {
    title: 'Dashboard',
    blocks: [
      title(greetingLine(principal)),
      ...cards.flatMap((card) => (card.kind === 'section' ? [sectionOf(card)] : [])),
      ...partsOf(cards),
    ],
  }
}

type Card<K extends DashboardCard['kind']> = Extract<DashboardCard, { kind: K }>

function sectionOf({ id, title: heading, region }: Card<'section'>): BlockList[number] {
  return { kind: 'section', id, title: heading, card: true, blocks: [{ kind: 'region', ...region }] }
}

function greetingLine({ kind, firstName, lastName, patient }: ActingPrincipal): string {
  const name = `${firstName} ${lastName}`
  return kind === 'guardian'
    ? `Welcome ${name}, guardian of ${patient.firstName} ${patient.lastName}`
    : `Welcome ${name}`
}

function partsOf(cards: readonly DashboardCard[]): BlockList {
  const tiles = cards.filter((card) => card.kind === 'tile')
  const regions = cards
    .filter((card) => card.kind === 'region')
    .map(({ region }) => ({ kind: 'region', ...region }) as const)
  if (tiles.length === 0)
    return [
      ...regions,
      {
        kind: 'notice',
        id: 'nothing',
        tone: 'info',
        text: 'There is nothing to use here yet. Please call the office.',
      },
    ]
  return [{ kind: 'grid', id: 'parts', columns: 3, blocks: [tilesOf(tiles), ...regions] }]
}

function tilesOf(cards: readonly Card<'tile'>[]): BlockList[number] {
  return {
    kind: 'tiles',
    id: 'cards',
    label: 'Features',
    tiles: cards.map(({ id, label, text: words, icon, to }) => ({
      id,
      title: label,
      text: words,
      icon,
      do: { type: 'navigate', to },
    })),
  }
}

export function privacyScreen(words: BlockList): ScreenBody {
  return {
    title: 'Privacy policy',
    width: 'reading',
    back: { label: 'Start page', to: '/' },
    blocks: [title('Privacy policy'), ...words],
  }
}
