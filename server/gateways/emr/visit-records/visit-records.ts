import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { AreaDeps } from '../area.ts'
import { createPatients } from '../patients/patients.ts'
import { mostFileBytes } from '../pdf-file.ts'
import { isDay } from '../wall-clock.ts'
import { dayIn, WireDate } from '../wire/instant.ts'

/** A continuity-of-care document (C-CDA) about a visit (specification 2 §3). */
export interface VisitRecord {
  id: string
  /** `yyyy-MM-dd`; empty if the record has none. */
  day: string
}

interface VisitRecords {
  /** Returns the visit records of a patient, the latest first. Never cached. */
  visitRecords(patientId: string): Promise<VisitRecord[]>
  /**
   * Returns those of a range of days, both included, each with its XML as the record server sends it, in UTF-8, however
   * long. One without a document is left out.
   */
  visitRecordsBetween(patientId: string, from: string, to: string): Promise<(VisitRecord & { xml: Buffer })[]>
  /**
   * Returns one record; undefined if it is not in the list of this patient, without `xml` if the record server has none
   * of it.
   */
  visitRecordXml(ref: {
    patientId: string
    recordId: string
  }): Promise<{ record: VisitRecord; xml?: Buffer } | undefined>
}

const RecordId = Type.Integer({ minimum: 1 })
const listCall = 'GetCCDA'
const filesCall = 'getCcdData'
const ListAnswer = Compile(Type.Array(Type.Object({ ccdaid: RecordId, created_Date: WireDate })))
const Bytes = Type.Refine(Type.Unsafe<Uint8Array>({}), (value) => value instanceof Uint8Array)
const FilesAnswer = Compile(
  Type.Array(Type.Object({ ID: RecordId, Date: WireDate, XML: Type.Union([Type.String(), Type.Null(), Bytes]) })),
)

interface Range {
  from: string
  to: string
}

const allDays: Range = { from: '0001-01-01', to: '9999-12-31' }

/** Makes the calls for C-CDA documents about visits. */
export function createVisitRecords(deps: AreaDeps): VisitRecords {
  const { client } = deps
  const { patient } = createPatients(deps)
  /** The record server finds visit records by the number that patients know. */
  const emrIdOf = async (patientId: string) => (await patient(patientId))?.emrId || undefined

  async function list(emrId: string | undefined): Promise<VisitRecord[]> {
    if (emrId === undefined) return []
    const rest = `?${new URLSearchParams({ EMRID: emrId })}`
    const all = await client.read({ call: listCall, rest, answer: ListAnswer })
    return all.map((row) => ({ id: String(row.ccdaid), day: dayIn(row.created_Date, listCall) })).toSorted(latestFirst)
  }

  async function files(emrId: string | undefined, { from, to }: Range) {
    if (emrId === undefined || !isDay(from) || !isDay(to)) return []
    const rest = `?${new URLSearchParams({ emrID: emrId, start: from, end: to })}`
    const all = await client.read({ call: filesCall, rest, answer: FilesAnswer, isLong: true })
    return all
      .flatMap(({ ID: id, Date: date, XML: xml }) =>
        xml?.length ? [{ id: String(id), day: dayIn(date, filesCall), xml: bytesOf(xml) }] : [],
      )
      .toSorted(latestFirst)
  }

  return {
    visitRecords: async (patientId) => list(await emrIdOf(patientId)),
    visitRecordsBetween: async (patientId, from, to) => files(await emrIdOf(patientId), { from, to }),
    visitRecordXml: async ({ patientId, recordId }) => {
      const emrId = await emrIdOf(patientId)
      const record = (await list(emrId)).find(({ id }) => id === recordId)
      if (!record) return undefined
      // The record server finds a document by its day alone.
      const ofDay = await files(emrId, record.day === '' ? allDays : { from: record.day, to: record.day })
      const xml = ofDay.find(({ id }) => id === recordId)?.xml
      return xml !== undefined && xml.length <= mostFileBytes ? { record, xml } : { record }
    },
  }
}

const bytesOf = (xml: string | Uint8Array) =>
  typeof xml === 'string' ? Buffer.from(xml) : Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength)

const latestFirst = (one: VisitRecord, other: VisitRecord) =>
  other.day.localeCompare(one.day) || Number(other.id) - Number(one.id)
