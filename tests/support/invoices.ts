import type { BlockOf } from '../../schemas/blocks.ts'
import type { Effect } from '../../schemas/effect.ts'
import type { Visitor } from './portal.ts'

/** Makes an invoice and returns its number. */
export async function makeInvoice(visitor: Visitor): Promise<string> {
  const { status, body } = await visitor.act<{ effects: Effect[] }>('invoices.create', { then: 'download' })
  const [number] = body.effects?.flatMap((effect) => (effect.type === 'download' ? numberIn(effect.href) : [])) ?? []
  if (number === undefined) throw new Error(`no invoice was made: ${status} ${JSON.stringify(body)}`)
  return number
}

/** Presses Print above a page on paper. */
export function printPaper(visitor: Visitor, print: BlockOf<'sheet'>['print']) {
  if (print?.do?.type !== 'call') throw new Error('printing it calls no action')
  return visitor.act<{ effects: Effect[] }>(print.do.action, print.do.input ?? {})
}

function numberIn(address: string): string[] {
  return /\d+/.exec(address) ?? []
}

/** The dates of service in the statements of a patient. */
export async function statementDays(visitor: Visitor): Promise<string[]> {
  const { body } = await visitor.get<unknown>('/ui/screens/user/home/Statements')
  return [...JSON.stringify(body).matchAll(/"statement-(\d{4}-\d\d-\d\d)"/g)].map(([, day = '']) => day)
}
