import Type from 'typebox'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { recordNoticeSettings } from '../../practice/record-notice.settings.ts'
import { clinicalDocumentSettings } from './clinical-documents.settings.ts'
import { closed } from '../../../schemas/base.ts'
import {
  documentAddresses,
  documentDialog,
  documentFiles,
  documentName,
  htmlDialog,
} from '../../practice/document-files.ts'
import { recordParts } from '../../practice/extension-points.ts'
import { partOffered } from '../../practice/offered.ts'
import { recordTopic } from '../../practice/record-topics.ts'
import { clinicalDocumentPaths } from './clinical-documents.paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { cleanHtml } from '../../protocol/clean-html.ts'
import { action, feature, region, screen } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { cutPage, pageParameters, pageRequestOf } from '../../protocol/paging.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Reads } from '../../protocol/trace.ts'
import type { Services } from '../../services.ts'
import { clinicalDocumentsMessages } from './clinical-documents.messages.ts'
import { embeddedPictures } from './document-pictures.ts'
import { isShown } from './clinical-documents.rules.ts'
import { documentsPart } from './documents-part.ts'
import { documentListBlocks, documentsScreen, listRegion, previewTitle, sizes } from './clinical-documents.screens.ts'

const offered = (reads: Reads) => partOffered(reads, 'clinicalDocuments')
const guarded = { guard: patientsAndGuardians, offered, off: { what: 'Clinical documents' } } as const
const messagesOffered = (reads: Reads) => partOffered(reads, 'messages')
const query = closed(pageParameters)
const showsIncomplete = (reads: Reads) =>
  reads.setting(clinicalDocumentSettings.Enable_Portal_Visibility_For_Unsigned_Sessions)
const part = { id: 'clinicalDocuments', label: 'Clinical documents', icon: 'document', ...guarded } as const

/** The notes of the office about visits, to view, download and print (specification 2 §2.10, §2.12). */
export const clinicalDocuments = feature('clinicalDocuments', ({ emrOf }: Pick<Services, 'emrOf'>) => {
  const view = action({
    ...guarded,
    name: 'clinicalDocuments.open',
    about: 'Viewed a clinical document',
    repeatable: true, // what it shows is not kept with the answer
    input: closed({ document: Type.String({ maxLength: 20 }) }),
    run: async (context, { document: documentId }) => {
      const { patient } = actingPrincipal(context)
      const emr = emrOf(context.licensee)
      const ref = { patientId: patient.id, documentId }
      const unknown = () => new Failure('clinicalDocuments.unknown', { status: 404 })
      const content = await emr.clinicalDocumentHtml(ref)
      if (!content || !isShown(content.document, showsIncomplete(context))) throw unknown()
      const addresses = documentAddresses(clinicalDocumentPaths, documentId)
      const title = previewTitle(content.document)
      const { html } = content
      if (html === undefined) {
        // What came as a file, such as a scan.
        if (!(await emr.clinicalDocumentWithPdf(ref))?.hasPdf) throw unknown()
        return [{ type: 'open', dialog: documentDialog({ title, addresses }) }]
      }
      const shown = cleanHtml(html, { pictures: await embeddedPictures(emr, html) })
      return [{ type: 'open', dialog: htmlDialog({ title, content: shown, addresses }) }]
    },
  })
  return {
    settings: Object.values(clinicalDocumentSettings),
    messages: clinicalDocumentsMessages,
    actions: [view],
    extends: [recordParts.add(documentsPart)],
    menu: [{ menu: 'main', ...part, do: goTo(clinicalDocumentPaths.list()) }],
    cards: [{ kind: 'tile', ...part, text: 'Read the notes about your visits.', to: clinicalDocumentPaths.list() }],
    landingTiles: [{ ...part, text: 'Read the notes about your visits.', to: clinicalDocumentPaths.list() }],
    screens: [
      screen({
        ...guarded,
        route: clinicalDocumentPaths.list.route,
        about: 'Clinical documents',
        query,
        rules: { questions: messagesOffered },
        load: (context, { query: params }) =>
          documentsScreen({
            page: pageRequestOf(params, sizes),
            notice: context.setting(recordNoticeSettings.Cures_Act_Compliance_Message),
            office: context.show('questions', messagesOffered)
              ? context.setting(practiceSettings.Practice_Phone)
              : undefined,
          }),
      }),
    ],
    regions: [
      region({
        ...guarded,
        name: listRegion,
        actions: [view],
        about: 'The clinical documents of the patient, a page of them',
        query,
        load: async (context, params) => {
          const { patient } = actingPrincipal(context)
          context.dependsOn(
            recordTopic({ licenseeId: context.licensee.id, patientId: patient.id }, 'clinicalDocuments'),
          )
          const all = await emrOf(context.licensee).clinicalDocuments(patient.id)
          const shown = all.filter((document) => isShown(document, showsIncomplete(context)))
          return documentListBlocks(cutPage(shown, pageRequestOf(params, sizes)), view)
        },
      }),
    ],
    files: documentFiles({
      ...guarded,
      name: 'clinicalDocuments',
      what: 'a clinical document',
      paths: clinicalDocumentPaths,
      load: async (context, documentId, requested) => {
        const { patient } = actingPrincipal(context)
        const ref = { patientId: patient.id, documentId }
        const content = await emrOf(context.licensee).clinicalDocumentPdf(ref, requested)
        if (!content?.pdf) return undefined
        const { category: what, day } = content.document
        if (isShown(content.document, showsIncomplete(context)))
          return { ...content.pdf, fileName: documentName(context, { what, day }) }
        content.pdf.body.destroy()
        return undefined
      },
    }),
  }
})
