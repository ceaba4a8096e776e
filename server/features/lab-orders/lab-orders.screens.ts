import type { BlockList } from '../../../schemas/block.ts'
import type { LabOrder } from '../../gateways/emr/lab-orders/lab-orders.ts'
import { documentAddresses, documentTools } from '../../practice/document-files.ts'
import { paths } from '../../practice/paths.ts'
import { labOrderPaths } from './lab-orders.paths.ts'
import { call, goTo, title } from '../../protocol/block-builders.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import { pagedRegion, pagingOf, type PageOf, type PageRequest } from '../../protocol/paging.ts'
import { dateText, nameWithDay } from '../../protocol/time-words.ts'

/** Specification 2 §2.12, §9. */
export const sizes = [10, 15, 20] as const
export const listRegion = 'labOrders.list'

/** Specification 2 §2.11. */
export function labOrdersScreen(page: PageRequest): ScreenBody {
  return { title: 'Lab Orders', blocks: [title('Lab Orders'), pagedRegion('list', listRegion, page)] }
}

/** `Lab order of 11/20/2026 preview` */
export function titleOf({ day }: LabOrder): string {
  return `${nameWithDay('Lab order', day)} preview`
}

export function labOrderListBlocks(page: PageOf<LabOrder>, view: Named): BlockList {
  return [
    {
      kind: 'table',
      id: 'lab-orders',
      caption: 'Lab orders',
      hideCaption: true,
      narrow: 'lines',
      tools: 'Tools',
      columns: [
        { id: 'date', label: 'Date', figures: true, result: true },
        { id: 'laboratory', label: 'Laboratory Name', main: true },
        { id: 'physician', label: 'Physician' },
      ],
      rows: page.rows.map(({ id, day, laboratory, physician }) => ({
        id: `lab-order-${id}`,
        cells: { date: { text: dateText(day) }, laboratory: { text: laboratory }, physician: { text: physician } },
        actions: documentTools({
          id,
          about: nameWithDay(`the order to ${laboratory}`, day),
          view: call(view, { labOrder: id }),
          addresses: documentAddresses(labOrderPaths, id),
        }),
      })),
      empty: {
        picture: 'list',
        text: 'When you receive Lab Orders, they will be shown here.',
        next: { label: 'Go to the dashboard', do: goTo(paths.dashboard()) },
      },
      ...pagingOf(page, labOrderPaths.list()),
    },
  ]
}
