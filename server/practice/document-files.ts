import type { BlockOf } from '../../schemas/blocks.ts'
import type { Action } from '../../schemas/action.ts'
import type { BlockList } from '../../schemas/block.ts'
import type { Dialog } from '../../schemas/dialog.ts'
import type { RowAction } from '../../schemas/row-action.ts'
import { RangeNotSatisfiable, UnusablePdf, type PdfFault } from '../gateways/emr/emr.errors.ts'
import { practiceName } from '../licensees/practice-name.ts'
import { callOffice } from '../protocol/admit.ts'
import { button } from '../protocol/block-builders.ts'
import type { CleanHtml } from '../protocol/clean-html.ts'
import type { Context } from '../protocol/context.ts'
import type { FileContent, FileDefinition, Guarded, RequestedPiece } from '../protocol/definitions.ts'
import { Failure, type FailureOptions } from '../protocol/failure.ts'
import { path, type Path } from '../protocol/path.ts'

/** Specification 2 §2.8, §8. */
const savedText = 'File downloaded successfully!'
/** Specification 2 §2.11, §8. */
export const noDocumentText = 'No document available.'

/** The addresses of the PDFs of a list. They differ, so that the activity log says what a person did with one. */
export interface DocumentPaths {
  view: Path<'id'>
  download: Path<'id'>
  print: Path<'id'>
  /** Of the XML that the PDF is made of. */
  xml?: Path<'id'>
}

/** The addresses of one PDF. */
export interface DocumentAddresses {
  view: string
  download: string
  print: string
  xml?: string
}

/** Returns the addresses of the PDFs below an address, usually that of their list. */
export function documentPaths(base: string): DocumentPaths {
  return {
    view: path(`${base}/:id/pdf`),
    download: path(`${base}/:id/pdf/download`),
    print: path(`${base}/:id/pdf/print`),
  }
}

/** Returns the address of the XML of documents below an address. */
export function xmlPath(base: string): Path<'id'> {
  return path(`${base}/:id/xml`)
}

/** Returns the addresses of the PDF of one document, and of its XML if it has one. */
export function documentAddresses({ view, download, print, xml }: DocumentPaths, id: string): DocumentAddresses {
  return {
    view: view({ id }),
    download: download({ id }),
    print: print({ id }),
    ...(xml ? { xml: xml({ id }) } : {}),
  }
}

interface DocumentFiles extends Guarded {
  /** Of the feature: the files are `<name>.view`, and so on. */
  name: string
  /** `a lab order`, for the activity log. */
  what: string
  paths: DocumentPaths
  /** Returns undefined if the document is not one of this person, or has no PDF. */
  load: LoadFile
}

type LoadFile = (
  context: Context,
  id: string,
  requested?: RequestedPiece,
) => Promise<(Omit<FileContent, 'type' | 'name'> & { fileName: string }) | undefined>

/** The three files of every document of a list (specification 2 §7.35). */
export function documentFiles({ name, what, paths, load, ...guarded }: DocumentFiles): FileDefinition[] {
  const uses = [
    { use: 'view', about: `Viewed ${what}`, kind: 'inline' },
    { use: 'download', about: `Downloaded ${what}`, kind: 'download' },
    { use: 'print', about: `Printed ${what}`, kind: 'inline' },
  ] as const
  return uses.map(({ use, about, kind }) => ({
    ...guarded,
    name: `${name}.${use}`,
    about,
    kind,
    route: paths[use].route,
    load: async (context, { id = '' }, requested) => {
      const file = await openDocument(context, () => load(context, id, requested))
      if (!file) return undefined
      const { fileName, ...content } = file
      return { ...content, type: 'application/pdf', name: fileName }
    },
  }))
}

const failureFor: Record<PdfFault, (options: FailureOptions) => Failure> = {
  empty: (options) => new Failure('documents.empty', options),
  noPdf: (options) => new Failure('documents.noPdf', options),
  tooLong: (options) => new Failure('documents.tooLong', options),
  damaged: (options) => new Failure('documents.damaged', options),
  active: (options) => new Failure('documents.active', options),
  locked: (options) => new Failure('documents.locked', options),
  unreadable: (options) => new Failure('documents.unreadable', options),
}

/** Makes a call for a PDF. Throws a Failure that says what is wrong with one that cannot be shown. */
export async function openDocument<T>(context: Context, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof RangeNotSatisfiable)
      throw new Failure('file.range', { status: 416, params: { total: error.total }, cause: error })
    if (!(error instanceof UnusablePdf)) throw error
    throw failureFor[error.fault]({ status: 502, params: { call: callOffice(context) }, cause: error })
  }
}

interface XmlFile extends DocumentFiles {
  paths: DocumentPaths & Pick<Required<DocumentPaths>, 'xml'>
}

/** The XML of every document of a list; browsers never open it, because it may contain anything. */
export function xmlFile({ name, what, paths, load, ...guarded }: XmlFile): FileDefinition {
  return {
    ...guarded,
    name: `${name}.xml`,
    about: `Downloaded ${what} as XML`,
    kind: 'download',
    route: paths.xml.route,
    load: async (context, { id = '' }) => {
      const file = await load(context, id)
      return file && { body: file.body, type: 'application/xml', name: file.fileName }
    },
  }
}

interface DocumentTools {
  id: string
  /** Said after each label: `Visit note of 11/20/2026`. */
  about: string
  view: Action
  addresses: DocumentAddresses
}

/** View, Download PDF, perhaps Download XML, and Print of a row (specification 2 §2.9, §2.10, §2.11). */
export function documentTools({ id, about, view, addresses }: DocumentTools): RowAction[] {
  const { xml } = addresses
  return [
    { id: `view-${id}`, label: 'View', about, style: 'secondary', do: view },
    { id: `download-${id}`, label: 'Download PDF', about, do: { type: 'download', href: addresses.download } },
    ...(xml === undefined ? [] : [{ id: `xml-${id}`, label: 'Download XML', about, do: saved(xml) }]),
    { id: `print-${id}`, label: 'Print', about, do: { type: 'print', href: addresses.print } },
  ]
}

const saved = (href: string): Action => ({ type: 'download', href })

/** A large dialog that shows a PDF. */
export function documentDialog({ title, addresses }: { title: string; addresses: DocumentAddresses }): Dialog {
  const document: BlockOf<'document'> = {
    kind: 'document',
    id: 'document',
    label: title,
    src: addresses.view,
    download: { label: 'Download PDF', href: addresses.download },
    print: { label: 'Print', href: addresses.print },
    saved: savedText,
  }
  return { ...common, title, blocks: [document], actions: xmlButton(addresses) }
}

const common = { id: 'document-dialog', closeLabel: 'Close', width: 'wide' } as const

const xmlButton = ({ xml }: DocumentAddresses): BlockList =>
  xml === undefined ? [] : [button('download-xml', { text: 'Download XML', do: saved(xml) })]

/** A large dialog that shows cleaned HTML, with the PDF of the same. */
export function htmlDialog(shown: { title: string; content: CleanHtml; addresses: DocumentAddresses }): Dialog {
  const { title, content, addresses } = shown
  return contentDialog({ title, blocks: [{ kind: 'html', id: 'document', label: title, ...content }], addresses })
}

/** A large dialog that shows what a PDF says as blocks. */
export function contentDialog(shown: { title: string; blocks: BlockList; addresses: DocumentAddresses }): Dialog {
  const { title, blocks, addresses } = shown
  return {
    ...common,
    title,
    blocks,
    actions: [
      button('download-document', { text: 'Download PDF', do: saved(addresses.download) }),
      ...xmlButton(addresses),
      button('print-document', { text: 'Print', do: { type: 'print', href: addresses.print } }),
    ],
  }
}

interface NamedDocument {
  /** `lab result`: it names neither an illness nor a test, because names of files show in lists of downloads. */
  what: string
  day: string
  ending?: 'pdf' | 'xml' | 'json'
}

/** `lab result` of a day → `Lakeside-lab-result-2026-11-06.pdf`. */
export function documentName(context: Context, { what, day, ending = 'pdf' }: NamedDocument): string {
  const words = [...shortName(practiceName(context)), ...wordsOf(what.toLowerCase())]
  return `${[...words, ...(day === '' ? [] : [day])].join('-')}.${ending}`
}

/** Short words do not name a practice: `Lakeside Dermatology` → `Lakeside`, `St. Mary’s Clinic` → `St`, `Mary`. */
function shortName(name: string): string[] {
  const words = wordsOf(name)
  const named = words.findIndex((word) => Array.from(word).length > 3)
  return words.slice(0, named === -1 ? words.length : named + 1)
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
