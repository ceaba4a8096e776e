import Type from 'typebox'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { recordNoticeSettings } from '../../practice/record-notice.settings.ts'
import { clinicalDocumentSettings } from './clinical-documents.settings.ts'
import { closed } from '../../../schemas/base.ts'
import { documentAddresses, documentFiles } from '../../practice/document-files.ts'
import { recordParts } from '../../practice/extension-points.ts'
import { partOffered } from '../../practice/offered.ts'
import { recordTopic } from '../../practice/record-topics.ts'
import { clinicalDocumentPaths } from './clinical-documents.paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { action, feature, region, screen } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { cutPage, pageParameters, pageRequestOf } from '../../protocol/paging.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Reads } from '../../protocol/trace.ts'
import type { Services } from '../../services.ts'
import { clinicalDocumentsMessages } from './clinical-documents.messages.ts'
import { isShown } from './clinical-documents.rules.ts'
import { documentsPart } from './documents-part.ts'
import { documentListBlocks, documentsScreen, listRegion, sizes } from './clinical-documents.screens.ts'
import { openedDialog, pdfOf, type MeantDocument } from './open-document.ts'
import { staffDocuments } from './staff-documents.ts'

const offered = (reads: Reads) => partOffered(reads, 'clinicalDocuments')
const guarded = { guard: patientsAndGuardians, offered, off: { what: 'Clinical documents' } } as const
const messagesOffered = (reads: Reads) => partOffered(reads, 'messages')
const query = closed(pageParameters)
const showsIncomplete = (reads: Reads) =>
  reads.setting(clinicalDocumentSettings.Enable_Portal_Visibility_For_Unsigned_Sessions)
const part = { id: 'clinicalDocuments', label: 'Clinical documents', icon: 'document', ...guarded } as const

/** The notes of the office about visits, to view, download and print (specification 2 §2.10, §2.12). */
export const clinicalDocuments = feature('clinicalDocuments', ({ db, emrOf }: Pick<Services, 'db' | 'emrOf'>) => {
  const forStaff = staffDocuments({ db, emrOf })
  const meantBy = (context: Context, documentId: string): MeantDocument => ({
    patientId: actingPrincipal(context).patient.id,
    documentId,
    mayOpen: (document) => isShown(document, showsIncomplete(context)),
  })
  const view = action({
    ...guarded,
    name: 'clinicalDocuments.open',
    about: 'Viewed a clinical document',
    forViewers: true,
    repeatable: true, // what it shows is not kept with the answer
    input: closed({ document: Type.String({ maxLength: 20 }) }),
    run: async (context, { document: documentId }) => {
      const addresses = documentAddresses(clinicalDocumentPaths, documentId)
      const dialog = await openedDialog(emrOf(context.licensee), meantBy(context, documentId), addresses)
      context.trace.document = { id: documentId }
      return [{ type: 'open', dialog }]
    },
  })
  return {
    settings: Object.values(clinicalDocumentSettings),
    messages: clinicalDocumentsMessages,
    actions: [view, ...forStaff.actions],
    extends: [recordParts.add(documentsPart), ...forStaff.extends],
    menu: [{ menu: 'main', ...part, do: goTo(clinicalDocumentPaths.list()) }],
    cards: [{ kind: 'tile', ...part, text: 'Read the notes about your visits.', to: clinicalDocumentPaths.list() }],
    landingTiles: [{ ...part, text: 'Read the notes about your visits.', to: clinicalDocumentPaths.list() }],
    screens: [
      ...forStaff.screens,
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
      ...forStaff.regions,
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
    files: [
      ...forStaff.files,
      ...documentFiles({
        ...guarded,
        name: 'clinicalDocuments',
        what: 'a clinical document',
        paths: clinicalDocumentPaths,
        load: (context, documentId, requested) =>
          pdfOf(context, { emr: emrOf(context.licensee), document: meantBy(context, documentId) }, requested),
      }),
    ],
  }
})
