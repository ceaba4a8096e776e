import type { Action } from '../../../schemas/action.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import type { ActionDefinition, Named } from '../../protocol/definitions.ts'
import { button, call, form, goTo, text } from '../../protocol/block-builders.ts'
import { dateText, dayOf, momentText } from '../../protocol/time-words.ts'
import { slotsAddress } from './booking.addresses.ts'
import { bookingMessages } from './booking.messages.ts'
import type { FreeTime } from './waiting.rules.ts'
import type { Waiting, WaitingRequest } from './waiting.store.ts'

/** The entry to the waiting list, for people who need an earlier time. */
export function waitAction(ask: Named, { mode, typeId, providerId, facilityId }: WaitingRequest): Action {
  const input = { mode, typeId, ...(providerId ? { providerId } : {}), ...(facilityId ? { facilityId } : {}) }
  return call(ask, input)
}

interface WaitDialog {
  action: ActionDefinition
  schema: ActionDefinition['input']
  input: Record<string, unknown>
  what: string
  today: string
  latest: string
}

export function waitDialog({ action, schema, input, what, today, latest }: WaitDialog): Dialog {
  return {
    id: 'waiting-list',
    title: 'Join the waiting list',
    closeLabel: 'Close',
    blocks: [
      text('wait-help', `${what}. We'll email you if an earlier time opens, up to the day you choose.`),
      form({
        id: 'wait-form',
        label: 'Waiting list',
        action,
        schema,
        messages: bookingMessages,
        fields: [{ name: 'until', label: 'Until', widget: 'date', earliest: today, latest }],
        input,
        submitLabel: 'Join the waiting list',
        busyText: 'Joining the waiting list',
      }),
    ],
    actions: [button('wait-cancel', { text: 'Cancel', style: 'secondary', do: { type: 'close' } })],
  }
}

/** Shows the person's waiting-list entries with their offered times; nothing without entries. */
export function waitingBlocks(waiting: readonly Waiting[], leave: Named): BlockList {
  if (waiting.length === 0) return []
  const table: BlockOf<'table'> = {
    kind: 'table',
    id: 'waiting-table',
    caption: 'Your waiting list',
    columns: [
      { id: 'what', label: 'Waiting for', main: true },
      { id: 'until', label: 'Until', figures: true },
      { id: 'state', label: 'State' },
    ],
    rows: waiting.map((each) => ({
      id: `waiting-${each.id}`,
      cells: {
        what: { text: each.details.what },
        until: { text: dateText(each.untilDay) },
        state: { text: each.offer ? `Free now: ${momentText(each.offer.startsAt, each.offer.timeZone)}` : 'Waiting' },
      },
      actions: actionsOf(each, leave),
    })),
    empty: { picture: 'clock', text: 'You are not on any waiting list.' },
  }
  return [table]
}

function actionsOf(waiting: Waiting, leave: Named): NonNullable<BlockOf<'table'>['rows'][number]['actions']> {
  const { id, offer, details } = waiting
  return [
    ...(offer
      ? [{ id: `see-${id}`, label: 'See the times', about: details.what, do: goTo(offerAddress(waiting, offer)) }]
      : []),
    { id: `leave-${id}`, label: 'Leave the waiting list', about: details.what, do: call(leave, { id }) },
  ]
}

/** Returns the address of the provider's times from the offered day on; it contains nothing personal. */
export function offerAddress(
  { id, mode, typeId }: WaitingRequest & { id: string },
  { providerId, startsAt, timeZone }: FreeTime,
): string {
  const from = dayOf(startsAt, timeZone)
  return slotsAddress('provider', { type: mode, visit: typeId, provider: providerId, from, waiting: id })
}
