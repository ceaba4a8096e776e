import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { fileSize } from '../../../schemas/file-size.ts'
import { button, call, text } from '../../protocol/block-builders.ts'
import type { Named } from '../../protocol/definitions.ts'
import { momentText } from '../../protocol/time-words.ts'
import { recordExportPaths } from './record-export.paths.ts'
import { keptUntil, percentOf } from './record-export.rules.ts'
import type { ExportFile, ExportRow } from './record-export.store.ts'

export const exportRegion = 'recordExport.state'

export function exportSection(): BlockOf<'section'> {
  return {
    kind: 'section',
    id: 'export',
    title: 'My record as a file',
    card: true,
    blocks: [
      text(
        'export-words',
        'Take your record with you: a PDF to read and print, and a file that apps and other practices can read (FHIR R4).',
      ),
      { kind: 'region', id: 'export-region', src: exportRegion, shape: 'lines' },
    ],
  }
}

interface ExportActions {
  prepare: Named
  remove: Named
}

interface Shown {
  row: ExportRow | undefined
  lengths: ReadonlyMap<ExportFile, number>
  timeZone: string
  actions: ExportActions
}

export function exportBlocks({ row, lengths, timeZone, actions }: Shown): BlockList {
  if (row === undefined) return [prepareButton(actions)]
  if (row.state === 'preparing') return preparingBlocks(row, actions)
  if (row.state === 'failed') return failedBlocks(row, actions)
  return readyBlocks({ row, lengths, timeZone, actions })
}

const prepareButton = ({ prepare }: ExportActions, words = 'Prepare my record') =>
  button('prepare-export', { text: words, style: 'secondary', do: call(prepare) })

function preparingBlocks(row: ExportRow, { remove }: ExportActions): BlockList {
  return [
    {
      kind: 'progress',
      id: 'export-progress',
      label: 'Preparing your record',
      percent: percentOf(row),
      fallback: [text('export-progress-text', `Preparing your record ${percentOf(row)} %`)],
    },
    row.reason === 'unreachable'
      ? {
          kind: 'notice',
          id: 'export-waits',
          tone: 'warning',
          announce: true,
          text: 'The record of the practice does not answer. We keep trying, and go on where we stopped.',
        }
      : text('export-help', 'You can leave this page. We show here and on your dashboard when the files are ready.'),
    button('stop-export', { text: 'Stop', do: call(remove) }),
  ]
}

const failures: Record<NonNullable<ExportRow['reason']>, string> = {
  unreachable: 'The record of the practice did not answer for several hours.',
  tooLarge: 'The record is too large for a file. Please ask the office for a copy.',
}

function failedBlocks({ reason }: ExportRow, actions: ExportActions): BlockList {
  return [
    {
      kind: 'notice',
      id: 'export-failed',
      tone: 'error',
      announce: true,
      title: 'Your record could not be prepared.',
      text: failures[reason ?? 'unreachable'],
    },
    prepareButton(actions, 'Try again'),
  ]
}

function readyBlocks({ row, lengths, timeZone, actions }: Shown & { row: ExportRow }): BlockList {
  const until = momentText(keptUntil(row.endedAt ?? row.requestedAt), timeZone)
  const download = (file: ExportFile, label: string) =>
    button(`download-${file}`, {
      text: `${label} (${fileSize(lengths.get(file) ?? 0)})`,
      style: file === 'pdf' ? 'primary' : 'secondary',
      do: { type: 'download', href: recordExportPaths[file]() },
    })
  return [
    {
      kind: 'notice',
      id: 'export-ready',
      tone: 'success',
      announce: true,
      title: 'Your record is ready.',
      text: `You can download it until ${until}. Keep the files where only you can open them.`,
    },
    ...(row.leftOut.length === 0
      ? []
      : [
          text(
            'export-left-out',
            `Left out, because the practice does not offer it online: ${row.leftOut.join(', ')}.`,
          ),
        ]),
    {
      kind: 'stack',
      id: 'export-files',
      direction: 'across',
      blocks: [
        download('pdf', 'Download PDF'),
        download('fhir', 'Download FHIR file'),
        button('delete-export', {
          text: 'Delete now',
          do: {
            ...call(actions.remove),
            confirm: {
              title: 'Delete these files?',
              text: 'Your record stays as it is. You can prepare the files again at any time.',
              yes: 'Delete',
              no: 'Cancel',
            },
          },
        }),
      ],
    },
  ]
}
