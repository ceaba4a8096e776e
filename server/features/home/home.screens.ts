import type { BlockList } from '../../../schemas/block.ts'
import type { Tile } from '../../../schemas/blocks/tiles.ts'
import type { Static } from 'typebox'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { text, title } from '../../protocol/block-builders.ts'
import type { ActingPrincipal } from '../../protocol/principal.ts'
import type { PortalPart } from './home.parts.ts'
import { privacyWords } from './home.privacy.ts'
import { routes } from '../../practice/routes.ts'

type TileItem = Static<typeof Tile>

export interface Landing {
  practice: string
  signUp: boolean
  features: { id: string; label: string; text: string; icon: PortalPart['icon'] }[]
}

/** Two cards; what the portal can do below them, from 768 px on (specification 1 §2). */
export function landingScreen({ practice, signUp, features }: Landing): ScreenBody {
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
    features.length === 0
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
                tiles: features.map(({ label, ...rest }) => ({ ...rest, title: label })),
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
  cards: readonly PortalPart[]
  appointments: boolean
  /** Whether this portal has forms; their card counts them and shows only while there are any. */
  forms: boolean
}

/** Specification 1 §2, dashboard; §6, welcome line of a guardian. */
export function dashboardScreen({ practice, principal, cards, appointments, forms }: Dashboard): ScreenBody {
  const next: BlockList = appointments
    ? [
        {
          kind: 'section',
          id: 'next',
          title: 'Your next appointment',
          card: true,
          blocks: [{ kind: 'region', id: 'next-appointment', src: 'appointments.next', shape: 'lines' }],
        },
      ]
    : []
  return {
    title: 'Dashboard',
    blocks: [
      title(welcomeLine(principal)),
      text('practice', practice, 'lead'),
      ...next,
      ...partsOf(cards, forms ? [formsCard] : []),
    ],
  }
}

const formsCard: BlockList[number] = { kind: 'region', id: 'forms', src: 'forms.card', shape: 'cards' }

function welcomeLine({ kind, firstName, lastName, patient }: ActingPrincipal): string {
  const name = `${firstName} ${lastName}`
  return kind === 'guardian'
    ? `Welcome ${name}, guardian of ${patient.firstName} ${patient.lastName}`
    : `Welcome ${name}`
}

function partsOf(cards: readonly PortalPart[], counted: BlockList): BlockList {
  if (cards.length === 0)
    return [
      ...counted,
      {
        kind: 'notice',
        id: 'nothing',
        tone: 'info',
        text: 'Your practice has not opened any part of the portal yet. Please call the office.',
      },
    ]
  return [{ kind: 'grid', id: 'parts', columns: 3, blocks: [tilesOf(cards), ...counted] }]
}

function tilesOf(cards: readonly PortalPart[]): BlockList[number] {
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

export function privacyScreen({ practice, phone }: { practice: string; phone: string }): ScreenBody {
  return {
    title: 'Privacy policy',
    width: 'reading',
    back: { label: 'Start page', to: '/' },
    blocks: [title('Privacy policy'), ...privacyWords({ practice, phone })],
  }
}
