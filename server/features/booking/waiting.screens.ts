import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import type { ActionDefinition } from '../../protocol/definitions.ts'
import { button, form, goTo, text } from '../../protocol/block-builders.ts'
import { dateText, dayOf, momentText } from '../../protocol/time-words.ts'
import { slotsAddress } from './booking.addresses.ts'
import { bookingMessages } from './booking.messages.ts'
import type { FreeTime } from './waiting.rules.ts'
import type { Waiting, WaitingWish } from './waiting.store.ts'

/** Below the times, for whom none of them is early enough. */
export function waitBlocks({ mode, typeId, providerId, facilityId }: WaitingWish): BlockList {
  const input = { mode, typeId, ...(providerId ? { providerId } : {}), ...(facilityId ? { facilityId } : {}) }
  return [
    button('wait', {
      text: 'Tell me when an earlier time frees up',
      style: 'secondary',
      do: { type: 'call', action: 'booking.askWait', input },
    }),
  ]
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
      text('wait-help', `${what}. We send you a mail when a time frees up on or before the day that you choose.`),
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

/** What the person waits for, with the time that is offered; nothing when they wait for nothing. */
export function waitingBlocks(waiting: readonly Waiting[]): BlockList {
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
      actions: actionsOf(each),
    })),
    empty: { text: 'You wait for nothing.' },
  }
  return [table]
}

function actionsOf(waiting: Waiting): NonNullable<BlockOf<'table'>['rows'][number]['actions']> {
  const { id, offer, details } = waiting
  const leave = { type: 'call', action: 'booking.leaveList', input: { id } } as const
  return [
    ...(offer
      ? [{ id: `see-${id}`, label: 'See the times', about: details.what, do: goTo(offerAddress(waiting, offer)) }]
      : []),
    { id: `leave-${id}`, label: 'Leave the waiting list', about: details.what, do: leave },
  ]
}

/** The provider's times from the day of the offer on; nothing in it is personal. */
export function offerAddress({ mode, typeId }: WaitingWish, { providerId, startsAt, timeZone }: FreeTime): string {
  return slotsAddress('provider', { type: mode, visit: typeId, provider: providerId, from: dayOf(startsAt, timeZone) })
}
