import type { Static } from 'typebox'
import type { BlockList } from '../../../schemas/block.ts'
import type { Tile } from '../../../schemas/blocks/tiles.ts'
import { routes } from '../../practice/routes.ts'
import { text, title } from '../../protocol/block-builders.ts'
import type { DashboardCard, LandingTile, ScreenBody } from '../../protocol/definitions.ts'
import type { ActingPrincipal } from '../../protocol/principal.ts'

type TileItem = Static<typeof Tile>

export interface Landing {
  practice: string
  signUp: boolean
  tiles: readonly LandingTile[]
}

/** Two cards; what the portal can do below them, from 768 px on (specification 1 §2). */
export function landingScreen({ practice, signUp, tiles }: Landing): ScreenBody {
  const create: TileItem = {
    id: 'create',
    title: 'Create an account',
    text: 'You need your name, date of birth and ZIP code.',
    icon: 'person',
    do: { type: 'navigate', to: routes.signUp },
  }
  const view: TileItem = {
    id: 'view',
    title: 'View my account',
    text: 'Sign in with your username and password.',
    icon: 'lock',
    do: { type: 'navigate', to: routes.signIn },
  }
  const offers: BlockList =
    tiles.length === 0
      ? []
      : [
          {
            kind: 'section',
            id: 'offers',
            title: 'What you can do here',
            from: 768,
            blocks: [
              {
                kind: 'tiles',
                id: 'features',
                size: 'compact',
                tiles: tiles.map(({ id, label, text: words, icon }) => ({ id, title: label, text: words, icon })),
              },
            ],
          },
        ]
  return {
    title: `Welcome to ${practice}`,
    blocks: [
      title(`Welcome to ${practice}`),
      text('lead', 'Your appointments and your records, in one place.', 'lead'),
      { kind: 'tiles', id: 'doors', tiles: signUp ? [create, view] : [view] },
      ...offers,
    ],
  }
}

export interface Dashboard {
  practice: string
  principal: ActingPrincipal
  /** Those that this person may see, in the order of the features. */
  cards: readonly DashboardCard[]
}

/** Specification 1 §2, dashboard; §6, welcome line of a guardian. */
export function dashboardScreen({ practice, principal, cards }: Dashboard): ScreenBody {
  return {
    title: 'Dashboard',
    blocks: [
      title(welcomeLine(principal)),
      text('practice', practice, 'lead'),
      ...cards.flatMap((card) => (card.kind === 'section' ? [sectionOf(card)] : [])),
      ...partsOf(cards),
    ],
  }
}

type Card<K extends DashboardCard['kind']> = Extract<DashboardCard, { kind: K }>

function sectionOf({ id, title: heading, region }: Card<'section'>): BlockList[number] {
  return { kind: 'section', id, title: heading, card: true, blocks: [{ kind: 'region', ...region }] }
}

function welcomeLine({ kind, firstName, lastName, patient }: ActingPrincipal): string {
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
        text: 'Your practice has not opened any part of the portal yet. Please call the office.',
      },
    ]
  return [{ kind: 'grid', id: 'parts', columns: 3, blocks: [tilesOf(tiles), ...regions] }]
}

function tilesOf(cards: readonly Card<'tile'>[]): BlockList[number] {
  return {
    kind: 'tiles',
    id: 'cards',
    label: 'Parts of the portal',
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
