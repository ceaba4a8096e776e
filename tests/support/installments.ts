import { sql } from 'drizzle-orm'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { addDays, dayOf } from '../../server/protocol/time-words.ts'
import { dialogOf, inputOf } from './card-payment.ts'
import { blocksOf } from './nested-blocks.ts'
import type { RunningPortal, Visitor } from './portal.ts'

const page = '/ui/screens/user/home/Installments'
const region = '/ui/regions/billing.charges'

/** `yyyy-MM-dd`, at Lakeside. */
export const today = ({ portal }: RunningPortal) => dayOf(portal.now(), 'America/New_York')

interface Plan {
  count?: number
  firstOn?: string
  /** The last digits of the card. */
  card?: string
}

/** Chooses the plan, and returns the dialog that shows it. */
export async function preview(
  portal: RunningPortal,
  visitor: Visitor,
  { count = 3, firstOn, card = '4242' }: Plan = {},
) {
  const { body } = await visitor.get<Screen>(page)
  const options = blocksOf(body.dialogs?.['choose-card']?.blocks ?? [], 'choice').flatMap(({ groups }) =>
    groups.flatMap(({ options: each }) => each),
  )
  const act = options.find(({ title }) => title.endsWith(card))?.do
  const address = act?.type === 'navigate' ? `/ui/screens${act.to}` : page
  const [form] = blocksOf((await visitor.get<Screen>(address)).body.blocks, 'form')
  if (!form) throw new Error('there is no form for installments')
  return visitor.act('payments.previewInstallments', {
    ...form.submit.do.input,
    count,
    firstOn: firstOn ?? addDays(today(portal), 5),
  })
}

export async function agreement(
  portal: RunningPortal,
  visitor: Visitor,
  plan: Plan = {},
): Promise<Record<string, unknown>> {
  const { status, body } = await preview(portal, visitor, plan)
  const dialog = dialogOf(body.effects)
  if (!dialog) throw new Error(`the plan was not shown: ${status} ${JSON.stringify(body)}`)
  return { ...inputOf(dialog), agreed: true }
}

export async function agree(portal: RunningPortal, visitor: Visitor, plan: Plan = {}) {
  return visitor.act('payments.agreeInstallments', await agreement(portal, visitor, plan))
}

/** The section that shows a running plan, on Billing or elsewhere. */
export const sectionIn = async (visitor: Visitor, on = region): Promise<BlockOf<'section'> | undefined> =>
  blocksOf((await visitor.get<RegionContent | Screen>(on)).body.blocks, 'section').find(
    ({ id }) => id === 'installments-section',
  )

/** What the button that stops the plan sends. */
export async function stopInput(visitor: Visitor, on = region): Promise<object> {
  const [stop] = (await sectionIn(visitor, on))?.actions ?? []
  return stop?.do.type === 'call' ? (stop.do.input ?? {}) : {}
}

/** As if the day of an installment had come. */
export async function makeDue({ database }: RunningPortal, number: number): Promise<void> {
  await database.db.execute(
    sql`update installments set try_at = '2020-01-01', remind_at = null where number = ${number}`,
  )
}
