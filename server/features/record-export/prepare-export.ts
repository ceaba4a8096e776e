import Type from 'typebox'
import { mayStill } from '../../identity/looks-again.ts'
import { GiveUp, job } from '../../jobs/job.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import {
  recordParts,
  staffTaskRequests,
  type ExportedRecord,
  type RecordPage,
  type RecordPart,
} from '../../practice/extension-points.ts'
import { fhirId, fhirJson } from '../../practice/fhir.ts'
import { partOffered } from '../../practice/offered.ts'
import { staffTasksTopic, type NewStaffTask } from '../../practice/staff-tasks.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import { personTopic } from '../../protocol/principal.ts'
import type { Reads } from '../../protocol/trace.ts'
import type { Services } from '../../services.ts'
import { TooCostly } from '../../threads/in-thread.ts'
import { sheetPdf, type SheetFile } from '../../sheets/sheet-pdf.ts'
import { nextTurn } from '../../practice/next-turn.ts'
import { aboutPart } from './about-part.ts'
import { bundleText, coverSheet, type KeptPage } from './export-files.ts'
import { isLarge, percentOf, type Progress } from './record-export.rules.ts'
import {
  deleteExport,
  dropPieces,
  endExport,
  keepPage,
  keepPiece,
  noteProgress,
  noteReason,
  pagesRead,
  readExport,
  readPage,
  type ExportRow,
} from './record-export.store.ts'

export type ExportServices = Pick<
  Services,
  'db' | 'licensees' | 'emrOf' | 'settings' | 'encryption' | 'publish' | 'uses' | 'now'
>

export const exportOffered = (reads: Reads): boolean => partOffered(reads, 'myRecords')

/** What an open page of a person shows about their export. */
export const exportTopic = (owner: Pick<ExportRow, 'accountId'>): string => personTopic(owner, 'recordExport')

/**
 * Reads the record page by page, and makes the files. Pages are kept as they are read: after a failure of the record
 * server, or a killed process, the next attempt goes on where the last one ended.
 */
export const prepareExport = job('recordExport.collect', {
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { hours: 6 },
  looksAgain: async (services: ExportServices, { id }) => {
    const row = await readExport(services.db, id)
    if (!row || (await mayStill(services, row, exportOffered))) return true
    await deleteExport(services.db, row)
    services.publish([exportTopic(row)])
    return false
  },
  // The portal has other work to do.
  atATime: 1,
  run: async (services: ExportServices, { id }) => {
    const row = await readExport(services.db, id)
    if (row?.state !== 'preparing') return
    try {
      if (await collect(services, row)) await writeFiles(services, row)
    } catch (error) {
      if (!(error instanceof TooLarge)) await noteReason(services.db, { id, reason: 'unreachable' })
      services.publish([exportTopic(row)])
      throw error
    }
  },
  givenUp: (services, { id }, cause) => fail(services, { id, reason: cause === 'late' ? 'unreachable' : 'tooLarge' }),
})

/** Waiting does not make a record smaller. */
class TooLarge extends GiveUp {}

/** Ends an export without files, and asks the staff for a copy on another way. */
async function fail(services: ExportServices, end: Pick<ExportRow, 'id' | 'reason'>): Promise<void> {
  const { db, uses, now, publish } = services
  const row = await readExport(db, end.id)
  if (row?.state !== 'preparing') return
  const { licenseeId, patientId } = row
  const task: NewStaffTask = {
    licenseeId,
    kind: 'export',
    key: row.id,
    patientId,
    detail: forStaff[end.reason ?? 'unreachable'],
    at: now(),
  }
  await db.transaction(async (tx) => {
    await endExport(tx, { ...end, state: 'failed', endedAt: now() })
    for (const request of uses(staffTaskRequests)) await request(tx, task)
  })
  publish([exportTopic(row), staffTasksTopic(licenseeId)])
}

const forStaff: Record<NonNullable<ExportRow['reason']>, string> = {
  unreachable: 'The record server did not answer. Give the patient a copy.',
  tooLarge: 'It is too large for a file. Give the patient a copy.',
}

function partsFor({ uses, settings }: ExportServices, { licenseeId }: ExportRow) {
  const reads: ExportedRecord['settings'] = { setting: (setting) => settings.value(licenseeId, setting) }
  const all = [aboutPart, ...uses(recordParts)]
  const parts = all.filter(({ offered }) => offered(reads))
  const leftOut = all.filter((part) => !parts.includes(part)).map(({ title }) => title)
  return { reads, parts, leftOut }
}

/** Returns false if the export was deleted meanwhile. */
async function collect(services: ExportServices, row: ExportRow): Promise<boolean> {
  const { db, licensees, emrOf } = services
  const licensee = servedPractice(licensees, row.licenseeId)
  const { reads, parts, leftOut } = partsFor(services, row)
  const record: ExportedRecord = {
    licensee,
    emr: emrOf(licensee),
    patientId: row.patientId,
    subject: fhirId(row.licenseeId, 'Patient', row.patientId),
    settings: reads,
  }
  const kept = await pagesRead(db, row.id)
  const pagesOf = new Map(parts.map(({ id }) => [id, kept.find(({ part }) => part === id)?.pages ?? 1]))
  const progress = (): Progress => ({
    pagesRead: kept.length,
    pagesKnown: [...pagesOf.values()].reduce((sum, pages) => sum + pages, 0),
  })
  let shown = percentOf(row)
  for (const part of parts)
    for (let page = 0; page < (pagesOf.get(part.id) ?? 0); page++) {
      if (kept.some((each) => each.part === part.id && each.page === page)) continue
      const { pages } = await keepNext(services, { row, record, part, page })
      pagesOf.set(part.id, Math.max(pages, page + 1))
      kept.push({ part: part.id, page, pages })
      if (!(await noteProgress(db, { id: row.id, ...progress(), leftOut }))) return false
      if (percentOf(progress()) !== shown) services.publish([exportTopic(row)])
      shown = percentOf(progress())
    }
  return true
}

interface Next {
  row: ExportRow
  record: ExportedRecord
  part: RecordPart
  page: number
}

async function keepNext({ db, encryption }: ExportServices, { row, record, part, page }: Next): Promise<RecordPage> {
  const read = await part.collect(record, page)
  await nextTurn()
  const kept: KeptPage = {
    resources: read.resources.map((resource) => ({ id: resource.id, json: fhirJson(resource) })),
    sheet: read.sheet,
  }
  const content = encryption.encryptBytes(Buffer.from(JSON.stringify(kept)), pagePlace(row.id, part.id, page))
  await keepPage(db, { id: row.id, part: part.id, page, pages: read.pages, content })
  return read
}

function pagePlace(id: string, part: string, page: number): ['record_export_pages.content', string, string, number] {
  return ['record_export_pages.content', id, part, page]
}

/** Writes both files from the pages, in the order of the parts. */
async function writeFiles(services: ExportServices, row: ExportRow): Promise<void> {
  const { db, licensees, now } = services
  await dropPieces(db, row.id)
  const licensee = servedPractice(licensees, row.licenseeId)
  const { reads, parts, leftOut } = partsFor(services, row)
  const createdAt = now()
  const bundle = new PieceWriter(services, { id: row.id, file: 'fhir' })
  const about = { createdAt, timeZone: licensee.timeZone, practice: practiceName({ licensee, ...reads }), leftOut }
  const sheet = coverSheet(about)
  for await (const text of bundleText(pagesOf(services, { row, parts, sheet }), createdAt)) await bundle.write(text)
  await bundle.end()
  const pdf = new PieceWriter(services, { id: row.id, file: 'pdf' })
  await pdf.write(await drawn({ title: 'Health record', parts: sheet, createdAt }))
  await pdf.end()
  await endExport(db, { id: row.id, state: 'ready', endedAt: now() })
  services.publish([exportTopic(row)])
}

async function drawn(file: SheetFile): Promise<Buffer> {
  try {
    return await sheetPdf(file)
  } catch (error) {
    throw error instanceof TooCostly ? new TooLarge(error.message) : error
  }
}

interface Pages {
  row: ExportRow
  parts: readonly RecordPart[]
  /** Gets what each page has to read. */
  sheet: RecordPage['sheet']
}

async function* pagesOf({ db, encryption }: ExportServices, { row, parts, sheet }: Pages): AsyncGenerator<KeptPage> {
  const kept = await pagesRead(db, row.id)
  for (const { id: part, title } of parts) {
    sheet.push({ type: 'heading', level: 2, text: title })
    const pages = kept.filter((each) => each.part === part).map(({ page }) => page)
    for (const page of pages.toSorted((a, b) => a - b)) {
      const content = await readPage(db, { id: row.id, part, page })
      if (!content) throw new Error('a page of an export was deleted')
      await nextTurn()
      const text = encryption.decryptBytes(content, pagePlace(row.id, part, page)).toString('utf8')
      const read = JSON.parse(text) as KeptPage // written by keepNext
      sheet.push(...read.sheet)
      yield read
    }
  }
}

const pieceBytes = 1024 * 1024

/** Keeps a file in pieces, so that no more than one of them is in memory at a time when it is sent. */
class PieceWriter {
  readonly #services: ExportServices
  readonly #file: { id: string; file: 'pdf' | 'fhir' }
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #piece = 0
  #bytes = 0

  constructor(services: ExportServices, file: { id: string; file: 'pdf' | 'fhir' }) {
    this.#services = services
    this.#file = file
  }

  async write(content: Buffer | string): Promise<void> {
    const bytes = Buffer.from(content)
    this.#bytes += bytes.length
    if (isLarge(this.#bytes)) throw new TooLarge('its file is too large')
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const part = bytes.subarray(at, at + pieceBytes)
      this.#waiting.push(part)
      this.#waitingBytes += part.length
      if (this.#waitingBytes >= pieceBytes) await this.end()
    }
  }

  /** Keeps what is still waiting. */
  async end(): Promise<void> {
    if (this.#waiting.length === 0) return
    const { db, encryption } = this.#services
    const { id, file } = this.#file
    const piece = this.#piece++
    const place = ['record_export_pieces.content', id, file, piece] as const
    const content = encryption.encryptBytes(Buffer.concat(this.#waiting), place)
    await keepPiece(db, { id, file, piece, bytes: this.#waitingBytes, content })
    this.#waiting = []
    this.#waitingBytes = 0
    await nextTurn()
  }
}
