import type { BlockOf } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { blocksOf } from './nested-blocks.ts'
import type { Visitor } from './portal.ts'

type Option = BlockOf<'choice'>['groups'][number]['options'][number]

/** The cards on file that the page of the payment shows to a person. */
export async function cardsIn(visitor: Visitor): Promise<Option[]> {
  const { body } = await visitor.get<Screen>('/ui/screens/user/home/MakePayment')
  const options = blocksOf(body.blocks, 'choice').flatMap(({ groups }) => groups.flatMap((group) => group.options))
  return options.filter(({ id }) => id !== 'another-card')
}

/** What Next sends for a card, and what deletes it. */
export function inputIn(option: Option | undefined): { card: string } {
  const path = option?.do.type === 'navigate' ? option.do.to : ''
  return { card: new URL(path, 'http://portal').searchParams.get('card') ?? '' }
}
