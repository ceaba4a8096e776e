import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { fileSize } from '../../../schemas/file-size.ts'
import type { ChartEntry } from '../../gateways/emr/documents/documents.ts'
import { paths } from '../../practice/paths.ts'
import { goTo, link, text, title } from '../../protocol/block-builders.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { pagedRegion, pagingOf, type PageOf, type PageRequest } from '../../protocol/paging.ts'
import { dateText, dayOf } from '../../protocol/time-words.ts'
import { uploadPaths } from './uploads.paths.ts'
import { otherCategory } from './uploads.rules.ts'

export const latestRegion = 'uploads.latestOfChart'
export const listRegion = 'uploads.chartDocuments'
export const sizes = [10, 20, 50] as const
const mostLatest = 5

/** Specification 2 §2.9, Upload Documents. */
export function chartSection(): BlockOf<'section'> {
  return {
    kind: 'section',
    id: 'upload',
    title: 'Upload Documents',
    card: true,
    blocks: [
      text('upload-words', 'Add a letter, a result or a photo to the chart: PDF, PNG or JPEG.'),
      { kind: 'region', id: 'uploaded-region', src: latestRegion, shape: 'lines' },
    ],
    actions: [
      {
        id: 'upload-documents',
        label: 'Upload documents',
        about: 'to the chart',
        style: 'secondary',
        do: goTo(paths.chartUpload()),
      },
    ],
  }
}

/** Nothing before the first one, and where the record server lists none. */
export function latestBlocks(all: readonly ChartEntry[] | undefined, timeZone: string): BlockList {
  if (!all || all.length === 0) return []
  const rest = all.length - mostLatest
  return [
    tableOf(all.slice(0, mostLatest), timeZone),
    ...(rest > 0
      ? [link('all-uploaded', { text: `See all ${all.length} documents`, to: uploadPaths.chartList() })]
      : []),
  ]
}

export function chartListScreen(page: PageRequest): ScreenBody {
  return {
    title: heading,
    back: { label: 'My Records', to: paths.myRecords() },
    blocks: [title(heading), pagedRegion('uploaded-region', listRegion, page)],
  }
}

const heading = 'Uploaded documents'

export function chartListBlocks(page: PageOf<ChartEntry>, timeZone: string): BlockList {
  return [{ ...tableOf(page.rows, timeZone), ...pagingOf(page, uploadPaths.chartList()) }]
}

function tableOf(rows: readonly ChartEntry[], timeZone: string): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'uploaded',
    caption: heading,
    hideCaption: true,
    narrow: 'lines',
    columns: [
      { id: 'file', label: 'File', main: true },
      { id: 'category', label: 'Document' },
      { id: 'date', label: 'Uploaded', figures: true },
    ],
    rows: rows.map(({ id, fileName, category, other, bytes, addedAt }) => ({
      id: `uploaded-${id}`,
      cells: {
        file: { text: fileName, help: fileSize(bytes) },
        category: { text: category === otherCategory && other !== '' ? other : category },
        date: { text: dateText(dayOf(addedAt, timeZone)) },
      },
      actions: [
        {
          id: `download-uploaded-${id}`,
          label: 'Download',
          about: fileName,
          do: { type: 'download', href: uploadPaths.chartFile({ id }) },
        },
      ],
    })),
    empty: {
      picture: 'file',
      text: 'When you upload documents, they will be shown here.',
      next: { label: 'Upload documents', do: goTo(paths.chartUpload()) },
    },
  }
}
