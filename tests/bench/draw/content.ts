import type { Block } from '../../../schemas/blocks.ts'
import type { Schedule } from '../../../schemas/blocks/schedule.ts'
import type { RegionContent, Screen } from '../../../schemas/screen.ts'

/** The content of the slot page as a hand-written page would fetch it: specific to this page. */
export interface SlotContent {
  title: string
  steps: string[]
  step: number
  choices: { id: string; name: string; value: string; change?: { label: string; about: string; to: string } }[]
  strip: {
    title: string
    days: { day: string; weekday: string; text: string; about: string; today: boolean; to: string }[]
    next?: string
    nextLabel: string
  }
  picker: { label: string; value: string; min: string; max?: string }
  rows: number
  more: string
  less: string
  lanes: LaneContent[]
}

export interface LaneContent {
  id: string
  title: string
  line: string
  initials: string
  zone: string
  empty?: string
  parts: { id: string; text: string }[]
  days: {
    day: string
    heading: string
    none: string
    times: { id: string; text: string; about: string; part: string }[]
  }[]
}

type OfKind<K extends Block['kind']> = Extract<Block, { kind: K }>

/** Returns the content of a screen and its times, without layout. */
export function contentOf(screen: Screen, region: RegionContent): SlotContent {
  const steps = oneOf(screen.blocks, 'steps')
  const facts = oneOf(screen.blocks, 'facts')
  const days = oneOf(screen.blocks, 'days')
  const schedule = oneOf(region.blocks, 'schedule')
  const { label, value, min, max } = days.picker
  return {
    title: screen.title,
    steps: steps.steps.map(({ title }) => title),
    step: steps.steps.findIndex(({ id }) => id === steps.current),
    choices: facts.facts.map(({ id, name, value: words, change }) => ({
      id,
      name,
      value: plain(words),
      ...(change ? { change: { label: change.label, about: change.about, to: addressOf(change.do) } } : {}),
    })),
    strip: {
      title: days.title,
      days: days.days.map(({ day, weekday, text, about = '', today = false, do: act }) => ({
        day,
        weekday,
        text,
        about,
        today,
        to: addressOf(act),
      })),
      next: addressOf(days.wide?.next),
      nextLabel: days.nextLabel,
    },
    picker: { label, value, min, max },
    rows: schedule.rows,
    more: schedule.more,
    less: schedule.less,
    lanes: schedule.lanes.map((lane) => laneOf(lane, schedule)),
  }
}

function laneOf(
  { id, title, lines, picture, zone, days, empty }: Schedule['lanes'][number],
  { parts }: Schedule,
): LaneContent {
  return {
    id,
    title,
    zone,
    parts,
    line: lines.map((each) => plain(each)).join(' '),
    initials: picture?.initials ?? '',
    ...(empty ? { empty: plain(empty.text) } : {}),
    days: days.map(({ day, heading, none, times }) => ({
      day,
      heading,
      none,
      times: times.map(({ id: time, text, about, part }) => ({ id: time, text, about, part })),
    })),
  }
}

function oneOf<K extends Block['kind']>(blocks: readonly Block[], kind: K): OfKind<K> {
  const match = everyBlock(blocks).find((block): block is OfKind<K> => block.kind === kind)
  if (!match) throw new Error(`the slot page has no ${kind}`)
  return match
}

function everyBlock(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [
    block,
    ...('blocks' in block && Array.isArray(block.blocks) ? everyBlock(block.blocks) : []),
  ])
}

function plain(words: unknown): string {
  if (typeof words === 'string') return words
  if (Array.isArray(words)) return words.map((each) => plain(each)).join('')
  return typeof words === 'object' && words !== null && 'text' in words ? plain(words.text) : ''
}

function addressOf(act: object | undefined): string {
  return act && 'to' in act ? String(act.to) : ''
}
