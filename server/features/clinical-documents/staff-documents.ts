import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { documentAddresses, documentFiles } from '../../practice/document-files.ts'
import { openPatient } from '../../identity/open-patient.ts'
import { patientPageSections } from '../../practice/extension-points.ts'
import { toPatientList, patientListQuery, nameOf, fromPatientList } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { recordTopic } from '../../practice/record-topics.ts'
import { button, goTo, text, title } from '../../protocol/block-builders.ts'
import { action, region, screen, type Feature } from '../../protocol/definitions.ts'
import { recordsStaff } from '../../protocol/guard.ts'
import { cutPage, pagedRegion, pageParameters, pageRequestOf, pagingOf } from '../../protocol/paging.ts'
import { withQuery } from '../../protocol/path.ts'
import type { Services } from '../../services.ts'
import { staffDocumentPaths } from './clinical-documents.paths.ts'
import { documentsTable, sizes } from './clinical-documents.screens.ts'
import { openedDialog, pdfOf, type MeantDocument } from './open-document.ts'

const { list, files } = staffDocumentPaths
const listRegion = 'clinicalDocuments.ofPatient'
/** How many documents stand on the page of the patient. */
const latest = { page: 1, size: 5 } as const

const PatientNumber = Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' }))
/** The number of the patient and that of the document. */
const Meant = Type.String({ pattern: '^[1-9]\\d{0,8}-\\d{1,20}$' })

type Contributions = Pick<Feature, 'screens' | 'regions' | 'actions' | 'files' | 'extends'>

/**
 * The documents of a patient for the staff with the role for records, finished or not: on the patient's page, and a list
 * of all of them (specification 2 §2.15).
 */
export function staffDocuments({ db, emrOf }: Pick<Services, 'db' | 'emrOf'>): Contributions {
  const guarded = { guard: recordsStaff } as const
  const open = action({
    ...guarded,
    name: 'clinicalDocuments.openForStaff',
    about: 'The office viewed a clinical document',
    repeatable: true, // what it shows is not kept with the answer
    input: closed({ document: Meant }),
    run: async (context, { document: id }) => {
      const document = meantBy(id)
      context.trace.patientId = document.patientId
      const dialog = await openedDialog(emrOf(context.licensee), document, documentAddresses(files, id))
      context.trace.document = { id: document.documentId }
      return [{ type: 'open', dialog }]
    },
  })
  return {
    actions: [open],
    files: documentFiles({
      ...guarded,
      name: 'clinicalDocumentsForStaff',
      what: 'a clinical document, by the office',
      paths: files,
      load: async (context, id, requested) => {
        if (!/^[1-9]\d{0,8}-\d{1,20}$/.test(id)) return undefined
        const document = meantBy(id)
        context.trace.patientId = document.patientId
        return pdfOf(context, { emr: emrOf(context.licensee), document }, requested)
      },
    }),
    extends: [
      patientPageSections.add({
        id: 'documents-section',
        title: 'Clinical documents',
        guard: recordsStaff,
        order: 36,
        blocks: (_context, { id: patient, cameBy }) => [
          {
            kind: 'region',
            id: 'documents-region',
            src: withQuery(listRegion, { patient, ...latest, ...toPatientList(cameBy) }),
            shape: 'table',
          },
        ],
      }),
    ],
    screens: [
      screen({
        ...guarded,
        route: list.route,
        under: paths.findPatients.route,
        about: 'Clinical documents of the patient',
        query: closed({ ...pageParameters, ...patientListQuery }),
        load: async (context, { params: { number = '' }, query }) => {
          const name = nameOf(await openPatient({ db, emrOf }, context, number))
          const request = pageRequestOf(query, sizes)
          return {
            title: `Clinical documents of ${name}`,
            back: { label: name, to: paths.patientPage({ number, ...fromPatientList(query) }) },
            blocks: [
              title('Clinical documents'),
              text('who', name, 'lead'),
              pagedRegion(
                'list',
                withQuery(listRegion, { patient: number, all: 'yes', ...toPatientList(fromPatientList(query)) }),
                request,
              ),
            ],
          }
        },
      }),
    ],
    regions: [
      region({
        ...guarded,
        name: listRegion,
        actions: [open],
        about: 'The clinical documents of a patient, for the staff of the practice',
        query: closed({
          patient: PatientNumber,
          all: Type.Optional(Type.Literal('yes')),
          ...pageParameters,
          ...patientListQuery,
        }),
        load: async (context, { patient: patientId = '', all: isAll, ...query }) => {
          context.trace.patientId = patientId
          context.dependsOn(recordTopic({ licenseeId: context.licensee.id, patientId }, 'clinicalDocuments'))
          const all = await emrOf(context.licensee).clinicalDocuments(patientId)
          const here = list({ number: patientId, ...toPatientList(fromPatientList(query)) })
          const page = isAll ? cutPage(all, pageRequestOf(query, sizes)) : cutPage(all, { ...latest, sizes })
          const table = {
            ...documentsTable(page, { view: open, paths: files, idOf: ({ id }) => `${patientId}-${id}` }),
            empty: { text: 'There are no clinical documents.' },
          }
          if (isAll) return [{ ...table, ...pagingOf(page, here) }]
          const more = button('all-documents', { text: 'All documents', style: 'link', do: goTo(here) })
          return [table, ...(all.length > latest.size ? [more] : [])]
        },
      }),
    ],
  }
}

function meantBy(id: string): MeantDocument {
  const [patientId = '', documentId = ''] = id.split('-')
  return { patientId, documentId, mayOpen: () => true }
}
