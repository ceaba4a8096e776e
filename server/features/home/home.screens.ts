import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { goTo, text, title } from '../../protocol/block-builders.ts'
import type { DashboardCard, ScreenBody, ToDo, ToDoText } from '../../protocol/definitions.ts'
import type { ActingPrincipal } from '../../protocol/principal.ts'

type Row = BlockOf<'list'>['rows'][number]

export const toDoRegion = 'home.toDo'

export interface Dashboard {
  principal: ActingPrincipal
  /** The cards that this person may see, in the order of the features. */
  cards: readonly DashboardCard[]
}

/** Specification 1 §2, dashboard; §6, welcome line of a guardian. */
export function dashboardScreen({ principal, cards }: Dashboard): ScreenBody {
  return {
    title: 'Dashboard',
    welcome: true,
    blocks: [title(greetingLine(principal)), ...mainBlocks(cards), ...partsOf(cards)],
  }
}

/** What comes next, and beside it what waits for the person. */
function mainBlocks(cards: readonly DashboardCard[]): BlockList {
  const sections = cards.flatMap((card) => (card.kind === 'section' ? [sectionOf(card)] : []))
  const toDo: BlockList = cards.some(({ kind }) => kind === 'toDo')
    ? [{ kind: 'region', id: 'to-do', src: toDoRegion, shape: 'lines' }]
    : []
  if (sections.length === 0) return toDo
  return [
    {
      kind: 'grid',
      id: 'main',
      columns: 2,
      aside: true,
      blocks: [{ kind: 'stack', id: 'sections', blocks: sections }, ...toDo],
    },
  ]
}

type Card<K extends DashboardCard['kind']> = Extract<DashboardCard, { kind: K }>

function sectionOf({ id, title: heading, region }: Card<'section'>): BlockList[number] {
  return { kind: 'section', id, title: heading, card: true, blocks: [{ kind: 'region', ...region }] }
}

function greetingLine({ kind, firstName, lastName, patient }: ActingPrincipal): string {
  const patientName = `${patient.firstName} ${patient.lastName}`
  if (kind === 'viewer') return `Welcome ${patientName}`
  const name = `${firstName} ${lastName}`
  return kind === 'guardian' ? `Welcome ${name}, guardian of ${patientName}` : `Welcome ${name}`
}

function partsOf(cards: readonly DashboardCard[]): BlockList {
  const tiles = cards.filter((card) => card.kind === 'tile')
  if (tiles.length === 0)
    return [
      {
        kind: 'notice',
        id: 'nothing',
        tone: 'info',
        text: 'There is nothing to use here yet. Please call the office.',
      },
    ]
  return [tilesOf(tiles)]
}

/** One thing that waits for the person; `failed` if the record server did not say. */
export interface Waiting extends Omit<ToDo, 'load'> {
  id: string
  what: ToDoText | undefined
  failed: boolean
}

/** What waits for the person; empty while nothing does. */
export function toDoBlocks(all: readonly Waiting[]): BlockList {
  const rows = all.flatMap((waiting) => (waiting.what === undefined ? [] : [rowOf(waiting, waiting.what)]))
  const failed = all.filter((each) => each.failed).map(({ label }) => label)
  if (rows.length === 0 && failed.length === 0) return []
  return [
    {
      kind: 'section',
      id: 'to-do-section',
      title: 'To do',
      card: true,
      blocks: [
        ...(rows.length > 0
          ? [{ kind: 'list', id: 'to-do-list', label: 'To do', rows, empty: { text: '' } } as const]
          : []),
        ...(failed.length > 0 ? [text('to-do-failed', `Not checked just now: ${failed.join(', ')}.`, 'small')] : []),
      ],
    },
  ]
}

function rowOf({ id, label, icon, to }: Waiting, { text: words, value, to: exactly }: ToDoText): Row {
  return {
    id,
    icon,
    lead: label,
    title: words,
    ...(value && { value: { text: value.text, ...(value.isDue && { tone: 'warning' }) } }),
    do: goTo(exactly ?? to),
  }
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
