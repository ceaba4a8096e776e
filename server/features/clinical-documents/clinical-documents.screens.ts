import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { ClinicalDocument } from '../../gateways/emr/clinical-documents/clinical-documents.ts'
import { documentAddresses, documentTools, type DocumentPaths } from '../../practice/document-files.ts'
import { questionsNotice } from '../../practice/questions-notice.ts'
import { paths } from '../../practice/paths.ts'
import { clinicalDocumentPaths } from './clinical-documents.paths.ts'
import { call, goTo, text, title } from '../../protocol/block-builders.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import { pagedRegion, pagingOf, type PageOf, type PageRequest } from '../../protocol/paging.ts'
import { dateText, nameWithDay } from '../../protocol/time-words.ts'

/** Specification 2 §2.12, §9. */
export const sizes = [10, 15, 20] as const
export const listRegion = 'clinicalDocuments.list'

interface DocumentsScreen {
  page: PageRequest
  /** What the practice says about documents that show as soon as they are ready. */
  notice: string
  /** The phone number of the office, where messages to it are offered. */
  office: string | undefined
}

/** Specification 2 §2.10. */
export function documentsScreen({ page, notice, office }: DocumentsScreen): ScreenBody {
  return {
    title: 'Clinical documents',
    blocks: [
      title('Clinical documents'),
      text('intro', 'Clinical Documents are posted as soon as they are available.'),
      ...(notice === '' ? [] : [{ kind: 'notice', id: 'notice', tone: 'info', text: notice } as const]),
      pagedRegion('list', listRegion, page),
      ...(office === undefined ? [] : [questionsNotice({ about: 'a document', to: paths.messages(), office })]),
    ],
  }
}

/** The description of a document, with the mark of one that is not finished (specification 2 §2.10). */
function descriptionOf({ category, isComplete }: ClinicalDocument): string {
  return isComplete ? category : `${category} (incomplete)`
}

export function previewTitle(document: ClinicalDocument): string {
  return `${descriptionOf(document)} preview`
}

/** A list of documents: how one is viewed, the addresses of its PDF, and what it is called in both. */
interface DocumentList {
  view: Named
  paths: DocumentPaths
  idOf: (document: ClinicalDocument) => string
}

export function documentsTable(
  page: PageOf<ClinicalDocument>,
  { view, paths: addresses, idOf }: DocumentList,
): Omit<BlockOf<'table'>, 'empty'> {
  return {
    kind: 'table',
    id: 'documents',
    caption: 'Clinical documents',
    hideCaption: true,
    narrow: 'lines',
    tools: 'Tools',
    columns: [
      { id: 'date', label: 'Date', figures: true, result: true },
      { id: 'description', label: 'Description', main: true },
    ],
    rows: page.rows.map((document) => ({
      id: `document-${document.id}`,
      cells: { date: { text: dateText(document.day) }, description: { text: descriptionOf(document) } },
      actions: documentTools({
        id: document.id,
        about: nameWithDay(descriptionOf(document), document.day),
        view: call(view, { document: idOf(document) }),
        addresses: documentAddresses(addresses, idOf(document)),
      }),
    })),
  }
}

export function documentListBlocks(page: PageOf<ClinicalDocument>, view: Named): BlockList {
  return [
    {
      ...documentsTable(page, { view, paths: clinicalDocumentPaths, idOf: ({ id }) => id }),
      empty: {
        picture: 'file',
        text: 'When you receive Clinical documents, they will be shown here.',
        next: { label: 'Go to the dashboard', do: goTo(paths.dashboard()) },
      },
      ...pagingOf(page, clinicalDocumentPaths.list()),
    },
  ]
}
