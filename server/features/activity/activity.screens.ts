import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { activityPaths } from './activity.paths.ts'
import { form, title } from '../../protocol/block-builders.ts'
import { pagingOf } from '../../protocol/paging.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { dateHelp } from '../../protocol/form-fields.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import { activityMessages } from './activity.messages.ts'
import type { LogQuery } from './activity.rules.ts'

/** One audit entry, as shown. */
interface LogEntry {
  id: number
  at: Date
  address: string
  page: string
  actor: string
  transmitTo: string
  transmitStatus: string
}

export interface LogResult {
  request: LogQuery
  entries: readonly LogEntry[]
  total: number
}

export interface ActivityScreen {
  show: ActionDefinition
  /** Undefined when the address has no two valid days. */
  result: LogResult | undefined
  timeZone: string
  /** The current day in that zone. */
  today: string
}

/** Specification 2 §2.14. */
export function activityScreen({ show, result, timeZone, today }: ActivityScreen): ScreenBody {
  return {
    title: 'Activity log',
    blocks: [
      title('Get Activity Logs'),
      {
        kind: 'section',
        id: 'days-card',
        card: true,
        blocks: [
          form({
            id: 'days',
            action: show,
            messages: activityMessages,
            value: result ? { from: result.request.from, to: result.request.to } : {},
            fields: [
              { name: 'from', label: 'From', help: dateHelp(today), widget: 'date', latest: today },
              { name: 'to', label: 'To', help: dateHelp(today), widget: 'date', latest: today },
            ],
            submitLabel: 'Get Activity Logs',
          }),
        ],
      },
      ...(result ? logTable(result, timeZone) : []),
    ],
  }
}

function logTable({ request, entries, total }: LogResult, timeZone: string): BlockList {
  const table: BlockOf<'table'> = {
    kind: 'table',
    id: 'log',
    caption: `Activity from ${dateText(request.from)} to ${dateText(request.to)}`,
    narrow: 'lines',
    columns: [
      { id: 'date', label: 'Date', main: true, figures: true },
      { id: 'ip', label: 'IP', figures: true },
      { id: 'page', label: 'Page' },
      { id: 'user', label: 'User name' },
      { id: 'to', label: 'Transmit-to' },
      { id: 'status', label: 'Transmit-status' },
    ],
    rows: entries.map((entry) => ({
      id: `log-${entry.id}`,
      cells: {
        date: { text: `${dateText(dayOf(entry.at, timeZone))} ${clockText(entry.at, timeZone)}` },
        ip: { text: entry.address },
        page: { text: entry.page },
        user: { text: entry.actor },
        to: { text: entry.transmitTo },
        status: { text: entry.transmitStatus },
      },
    })),
    empty: { picture: 'search', text: 'No Data Found' },
    ...pagingOf({ ...request, total }, activityPaths.log({ from: request.from, to: request.to })),
  }
  return [table]
}
