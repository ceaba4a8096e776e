import type { RegionContent, Screen } from '../../../schemas/screen.ts'
import { blocksOf } from '../../support/nested-blocks.ts'

/** The content of the Billing page as a hand-written page would fetch it: specific to this page. */
export interface BillContent {
  title: string
  balance: string
  pay: string[]
  columns: { id: string; label: string; align: 'start' | 'end' }[]
  visits: { title: string; facility: string; more: string; rows: BillRow[] }[]
}

/** The words of each cell, by column. */
export type BillRow = { id: string } & Record<string, string>

/** Returns the content of the Billing page, without layout. */
export function billContentOf(screen: Screen, region: RegionContent): BillContent {
  const sections = blocksOf(region.blocks, 'section').filter(({ id }) => id?.startsWith('visit-'))
  const [table] = blocksOf(region.blocks, 'table')
  return {
    title: screen.title,
    balance: plain(blocksOf(region.blocks, 'text').find(({ id }) => id === 'balance')?.text),
    pay: blocksOf(region.blocks, 'action').map(({ text }) => plain(text)),
    columns: (table?.columns ?? []).map(({ id, label, align = 'start' }) => ({ id, label, align })),
    visits: sections.map(({ title, help, blocks }) => ({
      title: plain(title),
      facility: plain(help),
      more: blocksOf(blocks, 'grid')[0]?.fold?.more ?? '',
      rows: (blocksOf(blocks, 'table')[0]?.rows ?? []).map(({ id, cells }) => ({
        id,
        ...Object.fromEntries(Object.entries(cells).map(([column, { text }]) => [column, plain(text)])),
      })),
    })),
  }
}

function plain(words: unknown): string {
  if (typeof words === 'string') return words
  if (Array.isArray(words)) return words.map((each) => plain(each)).join('')
  return typeof words === 'object' && words !== null && 'text' in words ? plain(words.text) : ''
}
