import { sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { firstRow } from '../db/rows.ts'
import { refused } from './file-refused.ts'
import type { FileReport } from './file-report.ts'
import type { LoadPlan, PlannedProvider } from './load-plan.ts'
import { findNames, jsonRows, knownNumber, numberOf, type Writing } from './source-names.ts'
import { writeAllergies } from './write-allergies.ts'
import { writeAppointments } from './write-appointments.ts'
import { writeCharges } from './write-charges.ts'
import { writeClinicalDocuments } from './write-clinical-documents.ts'
import { writeConditions } from './write-conditions.ts'
import { writeFacilities } from './write-facilities.ts'
import { writeInsurances } from './write-insurances.ts'
import { writeLabOrders } from './write-lab-orders.ts'
import { writeMedications } from './write-medications.ts'
import { matchPatients, readPatients, writePatients } from './write-patients.ts'
import { writePharmacies } from './write-pharmacies.ts'
import { writeProviders } from './write-providers.ts'
import { writeTestResults } from './write-test-results.ts'
import { writeVisitRecords } from './write-visit-records.ts'

export interface ApplyOptions {
  practice: string
  /** The file's name, for messages. */
  name: string
  /** Days by which everything with a date is moved. */
  shiftDays?: number
  /** As in LoadOptions. */
  settledBefore?: string
}

export class UnknownPractice extends Error {
  constructor(practice: string) {
    super(`The record server has no practice "${practice}".`)
  }
}

/**
 * Writes the plan of one file into a practice, all of it or nothing. Records that are known already stay unchanged, so
 * a second load changes nothing. Throws FileRefused if it refers to records that were never loaded.
 */
export function applyPlan(db: Db, plan: LoadPlan, options: ApplyOptions): Promise<FileReport> {
  const { practice } = options
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(720314)`) // two concurrent loads would both treat a record as new
    const row = await firstRow<{ zone: string }>(
      tx,
      sql`select time_zone as zone from practices where practice = ${practice}`,
    )
    if (!row) throw new UnknownPractice(practice)
    const writing: Writing = { tx, practice, known: await findNames(tx, practice, plan) }
    const missing = plan.needs.filter(({ kind, name }) => numberOf(writing, kind, name) === undefined)
    if (missing.length > 0) throw refused(options.name, missing)
    const { faults, matched } = await matchPatients(writing, plan.patients)
    if (faults.length > 0) throw refused(options.name, faults)
    return { ...(await write(writing, plan, { ...options, timeZone: row.zone })), matched }
  })
}

async function write(
  writing: Writing,
  plan: LoadPlan,
  { timeZone, shiftDays = 0, settledBefore }: ApplyOptions & { timeZone: string },
): Promise<Omit<FileReport, 'matched'>> {
  const facilities = await writeFacilities(writing, plan.facilities, timeZone)
  const providers = await writeProviders(writing, plan.providers, plan.roles)
  const patients = await writePatients(writing, plan.patients)
  const appointments = await writeAppointments(writing, plan.appointments, shiftDays)
  const unplaced = plan.appointments.length - appointments.fresh - appointments.known
  const charges = await writeCharges(writing, plan.charges, { shiftDays, settledBefore })
  const unbilled = plan.charges.length - charges.fresh - charges.known
  const insurances = await writeInsurances(writing, plan.insurances)
  const testResults = await writeTestResults(writing, plan.testResults, shiftDays)
  const labOrders = await writeLabOrders(writing, plan.labOrders, shiftDays)
  const clinicalDocuments = await writeClinicalDocuments(writing, plan.clinicalDocuments, shiftDays)
  const medications = await writeMedications(writing, plan.medications, shiftDays)
  const allergies = await writeAllergies(writing, plan.allergies, shiftDays)
  const conditions = await writeConditions(writing, plan.conditions, shiftDays)
  const pharmacies = await writePharmacies(writing, plan.pharmacies)
  const visitRecords = await writeVisitRecords(writing, plan.visitRecords, shiftDays)
  const skipped = {
    ...plan.skipped,
    ...(unplaced > 0 ? { 'Encounter without a place': unplaced } : {}),
    ...(unbilled > 0 ? { 'Charge without a place': unbilled } : {}),
  }
  const people = await readPatients(writing, plan.patients)
  const withoutPlace = await countWithoutPlace(writing, plan.providers)
  return {
    facilities,
    providers,
    patients,
    appointments,
    charges,
    insurances,
    testResults,
    labOrders,
    clinicalDocuments,
    medications,
    allergies,
    conditions,
    visitRecords,
    pharmacies,
    read: plan.read,
    skipped,
    people,
    withoutPlace,
  }
}

async function countWithoutPlace(writing: Writing, providers: PlannedProvider[]): Promise<number> {
  const numbers = providers.map((row) => ({ n: knownNumber(writing, 'provider', row) }))
  const row = await firstRow<{ count: number }>(
    writing.tx,
    sql`select count(*)::int as count from json_to_recordset(${jsonRows(numbers)}) as r(n int)
      where not exists (select 1 from provider_facilities f
        where f.practice = ${writing.practice} and f.employee_n = r.n)`,
  )
  return row?.count ?? 0
}
