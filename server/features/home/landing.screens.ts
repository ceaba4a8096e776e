import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { RowAction } from '../../../schemas/row-action.ts'
import type { Facility } from '../../gateways/emr/reference/reference.ts'
import { paths } from '../../practice/paths.ts'
import { button, goTo, phone, text, title } from '../../protocol/block-builders.ts'
import type { LandingTile, ScreenBody } from '../../protocol/definitions.ts'
import { homePaths } from './home.paths.ts'

type Section = BlockOf<'section'>

export const locationsRegion = 'home.locations'

/** From this width on the photo stands beside the two cards. */
const wideFrom = 960
/** How many locations show before the others are folded. */
const locationsShown = 6

export interface Landing {
  practice: string
  signUp: boolean
  /** The first page of the person, if signed in. */
  ownPage?: string
  /** Sign-in methods besides the password. */
  methods: BlockList
  /** Where the photo of the practice was taken; undefined without a photo. */
  photoOf: string | undefined
  tiles: readonly LandingTile[]
}

/**
 * Two cards beside a photo of the practice, feature tiles below them from 768 px on (specification 1 §2), and the
 * locations.
 */
export function landingScreen({ practice, signUp, ownPage, methods, photoOf, tiles }: Landing): ScreenBody {
  const words = [
    title(`Welcome to ${practice}`),
    text('lead', 'Your appointments and your records, in one place.', 'lead'),
  ]
  const cards = ownPage ? [signedInCard(ownPage)] : [signInCard(methods), ...(signUp ? [signUpCard] : [])]
  return {
    title: `Welcome to ${practice}`,
    welcome: true,
    blocks: [
      ...(photoOf === undefined
        ? [...words, { kind: 'grid', id: 'ways', columns: cards.length, blocks: cards } as const]
        : [besidePhoto(photoOf, { words, cards })]),
      ...(tiles.length > 0 ? [offers(tiles)] : []),
      { kind: 'region', id: 'locations', src: locationsRegion, shape: 'cards' },
    ],
  }
}

function signInCard(methods: BlockList): Section {
  return {
    kind: 'section',
    id: 'view',
    title: 'View my account',
    card: true,
    blocks: [
      text('view-text', 'Sign in with your username and password.'),
      button('sign-in', { text: 'Sign in', style: 'primary', icon: 'lock', wide: true, do: goTo(paths.signIn()) }),
      ...methods,
    ],
  }
}

function signedInCard(ownPage: string): Section {
  return {
    kind: 'section',
    id: 'view',
    title: 'View my account',
    card: true,
    blocks: [
      text('view-text', 'You are signed in.'),
      button('own-page', { text: 'Go to my account', style: 'primary', wide: true, do: goTo(ownPage) }),
    ],
  }
}

const signUpCard: Section = {
  kind: 'section',
  id: 'create',
  title: 'New here?',
  card: true,
  blocks: [
    text('create-text', 'You need your name, date of birth and ZIP code.'),
    button('sign-up', { text: 'Create an account', icon: 'person', wide: true, do: goTo(paths.signUp()) }),
  ],
}

function besidePhoto(photoOf: string, { words, cards }: { words: BlockList; cards: BlockList }): BlockOf<'grid'> {
  return {
    kind: 'grid',
    id: 'greeting',
    columns: 2,
    columnsFrom: wideFrom,
    blocks: [
      {
        kind: 'stack',
        id: 'ways',
        blocks: [{ kind: 'stack', id: 'words', gap: 'small', blocks: words }, ...cards],
      },
      { kind: 'image', id: 'photo', shape: 'fill', from: wideFrom, picture: { src: homePaths.photo(), alt: photoOf } },
    ],
  }
}

function offers(tiles: readonly LandingTile[]): Section {
  return {
    kind: 'section',
    id: 'offers',
    title: 'What you can do here',
    from: 768,
    blocks: [
      {
        kind: 'tiles',
        id: 'features',
        size: 'compact',
        tiles: tiles.map(({ id, label, text: words, icon, to }) => ({
          id,
          title: label,
          text: words,
          icon,
          do: goTo(to),
        })),
      },
    ],
  }
}

/** Where the practice is and how to reach it; empty without locations. */
export function locationBlocks(facilities: readonly Facility[]): BlockList {
  if (facilities.length === 0) return []
  return [
    {
      kind: 'section',
      id: 'places',
      title: facilities.length === 1 ? 'Our location' : 'Our locations',
      blocks: [
        {
          kind: 'grid',
          id: 'places-list',
          columns: facilities.length === 4 ? 2 : 3, // four leave no hole in rows of two
          fold: {
            after: locationsShown,
            more: `Show all ${facilities.length} locations`,
            less: 'Show fewer locations',
          },
          blocks: facilities.map(locationCard),
        },
      ],
    },
  ]
}

function locationCard(facility: Facility): Section {
  const { id, name, hours } = facility
  const address = addressOf(facility)
  return {
    kind: 'section',
    id: `place-${id}`,
    title: name,
    level: 3,
    card: true,
    blocks: [
      ...(address ? [text(`place-${id}-address`, address)] : []),
      ...(hours
        ? [text(`place-${id}-hours`, [{ text: 'Open: ', strong: true }, { text: unbroken(hours) }], 'small')]
        : []),
    ],
    actions: contactsOf(facility),
  }
}

/** Keeps "8:00 AM" in one line. */
function unbroken(hours: string): string {
  return hours.replaceAll(/(\d) ([AP]M)\b/gi, '$1\u00a0$2')
}

/** In two lines, without those parts that the practice has not given. */
function addressOf({ address, city, state, zip }: Facility): string {
  const region = [state, zip].filter(Boolean).join(' ')
  return [address, [city, region].filter(Boolean).join(', ')].filter(Boolean).join('\n')
}

function contactsOf({ id, name, phone: number, mapUrl }: Facility): RowAction[] {
  const { text: label, href } = phone(number)
  return [
    ...(href ? [{ id: `call-${id}`, label, about: name, icon: 'phone' as const, do: leave(href) }] : []),
    ...(mapUrl?.startsWith('https://')
      ? [{ id: `map-${id}`, label: 'Map', about: `of ${name}`, icon: 'location' as const, do: leave(mapUrl) }]
      : []),
  ]
}

function leave(href: string): RowAction['do'] {
  return { type: 'leave', href }
}
