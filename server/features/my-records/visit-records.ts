import Type from 'typebox'
import type { BlockList } from '../../../schemas/block.ts'
import { closed } from '../../../schemas/base.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import { InvalidCcda } from '../../ccda/ccda.ts'
import type { SectionHtml } from '../../ccda/ccda-html.ts'
import type { ChartPatient } from '../../ccda/named-patient.ts'
import { ccdaContent, ccdaPdf, type CcdaContent } from '../../ccda/open-ccda.ts'
import type { VisitRecord } from '../../gateways/emr/visit-records/visit-records.ts'
import {
  contentDialog,
  documentDialog,
  documentFiles,
  documentName,
  documentAddresses,
  xmlFile,
} from '../../practice/document-files.ts'
import { withDocument } from '../../practice/large-documents.ts'
import { nextTurn } from '../../practice/next-turn.ts'
import { myRecordPaths } from './my-records.paths.ts'
import { cleanHtml } from '../../protocol/clean-html.ts'
import type { Context } from '../../protocol/context.ts'
import { action, type ActionDefinition, type FileDefinition, type Guarded } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { nameWithDay } from '../../protocol/time-words.ts'
import type { Services } from '../../services.ts'
import { createTurns } from './turns.ts'

interface VisitRecordParts {
  open: ActionDefinition
  files: FileDefinition[]
}

/** Visit records (C-CDA) to view, download and print (specification 2 §2.9, §3). */
export function visitRecords({ emrOf }: Pick<Services, 'emrOf'>, guarded: Guarded): VisitRecordParts {
  const inTurn = createTurns()

  /** Loads a document and works on it; for one patient never two at once, because they may be large. */
  function withRecord<T>(
    context: Context,
    recordId: string,
    work: (xml: Buffer, record: VisitRecord) => T | Promise<T>,
  ): Promise<T | undefined> {
    const { id: patientId } = actingPrincipal(context).patient
    return inTurn(`${context.licensee.id} ${patientId}`, () =>
      withDocument({
        load: () => emrOf(context.licensee).visitRecordXml({ patientId, recordId }),
        lengthOf: (stored) => stored?.xml?.length ?? 0,
        work: (stored) => (stored?.xml === undefined ? undefined : work(stored.xml, stored.record)),
        signal: context.client.gone,
      }),
    )
  }

  /** Without the birth date the names are compared. */
  async function chartOf(context: Context): Promise<ChartPatient> {
    const { firstName, lastName, id } = actingPrincipal(context).patient
    const record = await emrOf(context.licensee)
      .patient(id)
      .catch(() => undefined)
    return { firstName, lastName, dob: record?.dob }
  }

  const files = { ...guarded, name: 'myRecords.visit', what: 'a visit record', paths: myRecordPaths.visit }
  return {
    open: action({
      ...guarded,
      name: 'myRecords.openVisit',
      about: 'Viewed a visit record',
      forViewers: true,
      // A stored response would keep the document.
      repeatable: true,
      input: closed({ record: Type.String({ maxLength: 20 }) }),
      limit: { perAddress: 60 },
      run: async (context, { record: recordId }) => {
        const dialog = await withRecord(context, recordId, async (xml, visit) => {
          const file = { xml, isGivenAway: true, chart: await chartOf(context) } as const
          return dialogOf(await readable(ccdaContent(file, context.client.gone)), visit)
        })
        if (!dialog) throw new Failure('myRecords.noRecord', { status: 404 })
        context.trace.document = { id: recordId }
        return [{ type: 'open', dialog }]
      },
    }),
    files: [
      ...documentFiles({
        ...files,
        load: (context, recordId) =>
          withRecord(context, recordId, async (xml, { day }) => {
            const chart = await chartOf(context)
            const file = { xml, isGivenAway: true, chart, createdAt: context.now() } as const
            return {
              body: await readable(ccdaPdf(file, context.client.gone)),
              fileName: documentName(context, { what: 'visit record', day }),
            }
          }),
      }),
      xmlFile({
        ...files,
        load: (context, recordId) =>
          withRecord(context, recordId, (xml, { day }) => ({
            body: xml,
            fileName: documentName(context, { what: 'visit record', day, ending: 'xml' }),
          })),
      }),
    ],
  }
}

/** Throws `myRecords.unreadable`. */
async function readable<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    if (error instanceof InvalidCcda) throw new Failure('myRecords.unreadable', { cause: error })
    throw error
  }
}

async function dialogOf(document: CcdaContent, { id, day }: VisitRecord): Promise<Dialog> {
  const { warning } = document
  const title = nameWithDay(document.title, day)
  const addresses = documentAddresses(myRecordPaths.visit, id)
  const notices: BlockList =
    warning === undefined ? [] : [{ kind: 'notice', id: 'other-patient', tone: 'warning', text: warning }]
  if (document.kind === 'sections')
    return contentDialog({ title, blocks: [...notices, ...(await blocksOf(document))], addresses })
  const dialog = documentDialog({ title, addresses })
  return { ...dialog, blocks: [...notices, ...dialog.blocks] }
}

/** Its facts, links to its sections, and the sections. Clients older than `collapsible` show all sections open. */
async function blocksOf(document: Extract<CcdaContent, { kind: 'sections' }>): Promise<BlockList> {
  const facts = document.facts.map((fact, at) => ({ id: `about-${at + 1}`, ...fact }))
  const blocks: BlockList = [{ kind: 'facts', id: 'about', label: 'About the record', facts }]
  const places = new Set(document.anchors)
  const add = ({ id, label, html }: SectionHtml, collapsible: 'open' | 'closedWhenNarrow') =>
    blocks.push({
      kind: 'section',
      id,
      title: label,
      level: 3,
      collapsible,
      blocks: [{ kind: 'html', id: `${id}-text`, label, ...cleanHtml(html, { places }) }],
    })
  const { contents } = document
  if (contents !== undefined) add({ id: 'doc-contents', label: 'Contents', html: contents }, 'closedWhenNarrow')
  for (const section of document.sections) {
    await nextTurn()
    add(section, 'open')
  }
  return blocks
}
