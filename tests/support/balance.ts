import { blocksOf } from './nested-blocks.ts'

/** What Billing says first: `You owe $312.45`, or that nothing is due. */
export function balanceText(blocks: unknown): unknown {
  const figure = blocksOf(blocks, 'figure').find(({ id }) => id === 'balance')
  if (figure) return `${figure.name} ${figure.value}`
  return blocksOf(blocks, 'text').find(({ id }) => id === 'balance')?.text
}
