import type { BlockOf } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { blocksOf } from './nested-blocks.ts'
import type { Visitor } from './portal.ts'

type Row = BlockOf<'table'>['rows'][number]

/** The cards on file that the page of the payment shows to a person. */
export async function cardsIn(visitor: Visitor): Promise<Row[]> {
  const { body } = await visitor.get<Screen>('/ui/screens/user/home/MakePayment')
  return blocksOf(body.blocks, 'table').flatMap(({ rows }) => rows)
}

/** What the button of a card sends. */
export function inputIn(row: Row | undefined, id: 'use' | 'delete'): Record<string, unknown> {
  const action = row?.actions?.find((each) => each.id.endsWith(`-${id}`))?.do
  return action?.type === 'call' ? (action.input ?? {}) : {}
}
