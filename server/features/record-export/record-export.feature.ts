import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { closed } from '../../../schemas/base.ts'
import { recurring } from '../../jobs/job.ts'
import { documentName } from '../../practice/document-files.ts'
import { patientDisabled, recordSections } from '../../practice/extension-points.ts'
import { paths } from '../../practice/paths.ts'
import type { Context } from '../../protocol/context.ts'
import { action, feature, region, type FileDefinition } from '../../protocol/definitions.ts'
import { patients } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { dayOf } from '../../protocol/time-words.ts'
import type { Services } from '../../services.ts'
import { exportOffered, exportTopic, prepareExport, type ExportServices } from './prepare-export.ts'
import { recordExportPaths } from './record-export.paths.ts'
import { keptSince } from './record-export.rules.ts'
import { exportBlocks, exportRegion, exportSection } from './record-export.screens.ts'
import {
  beginExport,
  deleteEnded,
  deleteExport,
  deleteExportsOf,
  exportOf,
  fileLengths,
  piecesOf,
  type ExportFile,
  type ExportOwner,
  type ExportRow,
} from './record-export.store.ts'

/** Guardians see a record in the portal; only the patient takes all of it away. */
const guarded = { guard: patients, offered: exportOffered, off: { what: 'My Records' } } as const

const ownerOf = (context: Context): ExportOwner => {
  const { accountId, patient } = actingPrincipal(context)
  return { accountId, licenseeId: context.licensee.id, patientId: patient.id }
}

/** Deletes files a day after they were made. */
const forgetExports = recurring('recordExport.forget', {
  every: { minutes: 10 },
  run: async ({ db, now, publish }: Pick<Services, 'db' | 'now' | 'publish'>) => {
    const owners = await deleteEnded(db, { before: keptSince(now()) })
    publish(owners.map(exportTopic))
  },
})

/** The whole record of a patient as files: one to read, and one for programs (FHIR R4). */
export const recordExport = feature('recordExport', (services: ExportServices & Pick<Services, 'jobs'>) => {
  const { db, encryption, jobs } = services

  /** Returns the export of a person, without one that is no longer kept. */
  async function current(context: Context): Promise<ExportRow | undefined> {
    context.dependsOn(exportTopic(actingPrincipal(context)))
    const row = await exportOf(db, ownerOf(context))
    return row?.endedAt && row.endedAt < keptSince(context.now()) ? undefined : row
  }

  const prepare = action({
    ...guarded,
    name: 'recordExport.prepare',
    about: 'Requested the record as a file',
    input: closed({}),
    run: async (context) => {
      await context.takeTry(`record-export:${actingPrincipal(context).accountId}`, { tries: 30, seconds: 3_600 })
      await db.transaction(async (tx) => {
        const id = randomUUID()
        const isNew = await beginExport(tx, { ...ownerOf(context), id, requestedAt: context.now() })
        if (isNew) await jobs.add(tx, prepareExport, { id })
      })
      context.publish([exportTopic(actingPrincipal(context))])
      return [{ type: 'refresh', what: 'screen' }]
    },
  })

  const remove = action({
    ...guarded,
    name: 'recordExport.remove',
    about: 'Deleted the record as a file',
    input: closed({}),
    run: async (context) => {
      await deleteExport(db, ownerOf(context))
      context.publish([exportTopic(actingPrincipal(context))])
      return [{ type: 'refresh', what: 'screen' }]
    },
  })

  const file = (kind: ExportFile, { about, type, ending }: { about: string; type: string; ending: 'pdf' | 'json' }) =>
    ({
      ...guarded,
      name: `recordExport.${kind}`,
      about,
      kind: 'download',
      route: recordExportPaths[kind].route,
      load: async (context) => {
        const row = await current(context)
        const bytes = row?.state === 'ready' ? (await fileLengths(db, row.id)).get(kind) : undefined
        if (row?.endedAt === undefined || row.endedAt === null || bytes === undefined) return undefined
        const day = dayOf(row.endedAt, context.licensee.timeZone)
        return {
          body: Readable.from(decryptedPieces({ id: row.id, file: kind }), { objectMode: false }),
          bytes,
          type,
          name: documentName(context, { what: 'health record', day, ending }),
        }
      },
    }) satisfies FileDefinition

  async function* decryptedPieces(of: { id: string; file: 'pdf' | 'fhir' }) {
    let number = 0
    for await (const piece of piecesOf(db, of))
      yield encryption.decryptBytes(piece, ['record_export_pieces.content', of.id, of.file, number++])
  }

  return {
    actions: [prepare, remove],
    jobs: [prepareExport.using(services), forgetExports.using(services)],
    extends: [
      recordSections.add({ guard: patients, blocks: () => [exportSection()] }),
      patientDisabled.add(deleteExportsOf),
    ],
    cards: [
      {
        kind: 'toDo',
        ...guarded,
        id: 'record-export',
        label: 'My Records',
        icon: 'folder',
        to: paths.myRecords(),
        load: async (context) =>
          (await current(context))?.state === 'ready' ? { text: 'Your record is ready to download' } : undefined,
      },
    ],
    regions: [
      region({
        ...guarded,
        name: exportRegion,
        about: 'The record of the patient as a file: whether there is one, and how far it is',
        actions: [prepare, remove],
        load: async (context) => {
          const row = await current(context)
          return exportBlocks({
            row,
            lengths: row?.state === 'ready' ? await fileLengths(db, row.id) : new Map(),
            timeZone: context.licensee.timeZone,
            actions: { prepare, remove },
          })
        },
      }),
    ],
    files: [
      file('pdf', { about: 'Downloaded the record as a PDF', type: 'application/pdf', ending: 'pdf' }),
      file('fhir', { about: 'Downloaded the record for apps (FHIR)', type: 'application/fhir+json', ending: 'json' }),
    ],
  }
})
