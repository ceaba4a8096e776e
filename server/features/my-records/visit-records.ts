import Type from 'typebox'
import type { BlockList } from '../../../schemas/block.ts'
import { closed } from '../../../schemas/base.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import { InvalidCcda, type Ccda } from '../../ccda/ccda.ts'
import { contentsHtml, sectionsHtml, type SectionHtml } from '../../ccda/ccda-html.ts'
import { ccdaPdf } from '../../ccda/ccda-pdf.ts'
import { readCcda } from '../../ccda/read-ccda.ts'
import type { VisitRecord } from '../../gateways/emr/visit-records/visit-records.ts'
import {
  contentDialog,
  documentDialog,
  documentFiles,
  documentName,
  documentAddresses,
  xmlFile,
} from '../../practice/document-files.ts'
import { myRecordPaths } from './my-records.paths.ts'
import { cleanHtml } from '../../protocol/clean-html.ts'
import type { Context } from '../../protocol/context.ts'
import { action, type ActionDefinition, type FileDefinition, type Guarded } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { nameWithDay } from '../../protocol/time-words.ts'
import type { Services } from '../../services.ts'
import { nextTurn } from '../../sheets/next-turn.ts'
import { otherPatientWords } from './named-patient.ts'
import { createTurns } from './turns.ts'

interface VisitRecordParts {
  open: ActionDefinition
  files: FileDefinition[]
}

/** Visit records (C-CDA) to view, download and print (specification 2 §2.9, §3). */
export function visitRecords({ emrOf }: Pick<Services, 'emrOf'>, guarded: Guarded): VisitRecordParts {
  const inTurn = createTurns()

  const load = async (context: Context, recordId: string) => {
    const { patient } = actingPrincipal(context)
    return emrOf(context.licensee).visitRecordXml({ patientId: patient.id, recordId })
  }

  /** Reads a document and works on it; for one patient never two at once, because they may be large. */
  function withDocument<T>(
    context: Context,
    recordId: string,
    work: (document: Ccda, record: VisitRecord) => T | Promise<T>,
  ): Promise<T | undefined> {
    return inTurn(`${context.licensee.id} ${actingPrincipal(context).patient.id}`, async () => {
      const stored = await load(context, recordId)
      return stored?.xml === undefined ? undefined : work(await read(stored.xml), stored.record)
    })
  }

  /** Without the birth date the names are compared. */
  async function warningOf(context: Context, { patient }: Ccda): Promise<string | undefined> {
    const { firstName, lastName, id } = actingPrincipal(context).patient
    const record = await emrOf(context.licensee)
      .patient(id)
      .catch(() => undefined)
    return otherPatientWords(patient, { firstName, lastName, dob: record?.dob })
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
        const dialog = await withDocument(context, recordId, async (document, visit) =>
          dialogOf(document, visit, await warningOf(context, document)),
        )
        if (!dialog) throw new Failure('myRecords.noRecord', { status: 404 })
        context.trace.document = { id: recordId }
        return [{ type: 'open', dialog }]
      },
    }),
    files: [
      ...documentFiles({
        ...files,
        load: (context, recordId) =>
          withDocument(context, recordId, async (document, { day }) => ({
            body: await ccdaPdf(
              document,
              { createdAt: context.now(), warning: await warningOf(context, document) },
              context.client.gone,
            ),
            fileName: documentName(context, { what: 'visit record', day }),
          })),
      }),
      xmlFile({
        ...files,
        load: async (context, recordId) => {
          const stored = await load(context, recordId)
          if (stored?.xml === undefined) return undefined
          const { day } = stored.record
          return { body: stored.xml, fileName: documentName(context, { what: 'visit record', day, ending: 'xml' }) }
        },
      }),
    ],
  }
}

/** Throws `myRecords.unreadable`. */
async function read(xml: string): Promise<Ccda> {
  try {
    return await readCcda(xml)
  } catch (error) {
    if (error instanceof InvalidCcda) throw new Failure('myRecords.unreadable', { cause: error })
    throw error
  }
}

async function dialogOf(document: Ccda, { id, day }: VisitRecord, warning: string | undefined): Promise<Dialog> {
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
async function blocksOf(document: Extract<Ccda, { kind: 'sections' }>): Promise<BlockList> {
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
  const contents = contentsHtml(document)
  if (contents !== undefined) add({ id: 'doc-contents', label: 'Contents', html: contents }, 'closedWhenNarrow')
  for (const section of sectionsHtml(document, { level: 2 })) {
    await nextTurn()
    add(section, 'open')
  }
  return blocks
}
