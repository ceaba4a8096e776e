import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { VisitRecord } from '../../gateways/emr/visit-records/visit-records.ts'
import { documentAddresses, documentTools } from '../../practice/document-files.ts'
import { paths } from '../../practice/paths.ts'
import { myRecordPaths } from './my-records.paths.ts'
import { call, goTo } from '../../protocol/block-builders.ts'
import type { Named } from '../../protocol/definitions.ts'
import { pagedRegion, pagingOf, type PageOf, type PageRequest } from '../../protocol/paging.ts'
import { dateText, nameWithDay } from '../../protocol/time-words.ts'

/** What the page of the visit records is called in the address. */
export const visitList = 'visits'
export const visitsRegion = 'myRecords.visits'

export function visitRecordsSection(page: PageRequest): BlockOf<'section'> {
  return {
    kind: 'section',
    id: 'visits',
    title: 'Download Visit Records',
    blocks: [pagedRegion('visits-region', visitsRegion, page)],
  }
}

/** The empty text is verbatim from specification 2 §8. */
export function visitRecordBlocks(page: PageOf<VisitRecord>, open: Named): BlockList {
  return [
    {
      kind: 'table',
      id: 'visits-table',
      caption: 'Visit records',
      hideCaption: true,
      columns: [{ id: 'date', label: 'Date', main: true, figures: true }],
      rows: page.rows.map(({ id, day }) => ({
        id: `visit-${id}`,
        cells: { date: { text: dateText(day) } },
        actions: documentTools({
          id,
          about: nameWithDay('the visit record', day),
          view: call(open, { record: id }),
          addresses: documentAddresses(myRecordPaths.visit, id),
        }),
      })),
      empty: {
        picture: 'file',
        text: 'When your Visit Record is available, you will be able to view or download them here.',
        next: { label: 'Go to the dashboard', do: goTo(paths.dashboard()) },
      },
      ...pagingOf(page, paths.myRecords(), visitList),
    },
  ]
}
