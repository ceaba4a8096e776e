import { closed } from '../../../schemas/base.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import type { Context } from '../../protocol/context.ts'
import {
  region,
  screen,
  type FileDefinition,
  type RegionDefinition,
  type ScreenDefinition,
} from '../../protocol/definitions.ts'
import { cutPage, pageParameters, pageRequestOf } from '../../protocol/paging.ts'
import { openDocument } from '../../practice/document-files.ts'
import { topicOfPatient } from '../../practice/patient-topics.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import {
  chartListBlocks,
  chartListScreen,
  latestBlocks,
  latestRegion,
  listRegion,
  sizes,
} from './chart-documents.screens.ts'
import { uploadPaths } from './uploads.paths.ts'
import { chartUploadsOffered } from './uploads.rules.ts'

const guarded = {
  guard: patientsAndGuardians,
  offered: chartUploadsOffered,
  off: { what: 'Uploading documents' },
} as const
const query = closed(pageParameters)

/** Changes with every document that somebody adds to the chart of the person's patient. */
export function chartTopic(context: Pick<Context, 'licensee' | 'principal'>): string {
  const { patient } = actingPrincipal(context)
  return topicOfPatient({ licenseeId: context.licensee.id, patientId: patient.id }, 'chartDocuments')
}

interface ChartParts {
  latest: RegionDefinition
  list: RegionDefinition
  screen: ScreenDefinition
  file: FileDefinition
}

/** What was uploaded to the chart: the latest in My Records, all on a screen of their own. */
export function chartDocuments({ emrOf }: Pick<Services, 'emrOf'>): ChartParts {
  async function all(context: Context) {
    context.dependsOn(chartTopic(context))
    return emrOf(context.licensee).chartDocuments(actingPrincipal(context).patient.id)
  }
  return {
    latest: region({
      ...guarded,
      name: latestRegion,
      about: 'The latest documents that were uploaded to the chart',
      load: async (context) => latestBlocks(await all(context), context.licensee.timeZone),
    }),
    list: region({
      ...guarded,
      name: listRegion,
      about: 'The documents that were uploaded to the chart, a page of them',
      query,
      load: async (context, params) =>
        chartListBlocks(cutPage((await all(context)) ?? [], pageRequestOf(params, sizes)), context.licensee.timeZone),
    }),
    screen: screen({
      ...guarded,
      route: uploadPaths.chartList.route,
      about: 'Uploaded documents',
      query,
      load: (_context, { query: params }) => chartListScreen(pageRequestOf(params, sizes)),
    }),
    file: {
      ...guarded,
      name: 'uploads.chartFile',
      about: 'Downloaded an uploaded document',
      kind: 'download',
      route: uploadPaths.chartFile.route,
      load: async (context, { id: documentId = '' }) => {
        const { id: patientId } = actingPrincipal(context).patient
        const ref = { patientId, documentId }
        const file = await openDocument(context, () => emrOf(context.licensee).chartDocument(ref))
        return file && { body: file.content, type: file.entry.type, name: file.entry.fileName }
      },
    },
  }
}
