import { createAppointments } from './appointments.ts'
import { createArrivals } from './arrivals.ts'
import { createBilling } from './billing.ts'
import { createBookings } from './bookings.ts'
import { createClinicalDocuments } from './clinical-documents.ts'
import { createDocuments } from './documents.ts'
import type { Emr } from './emr.ts'
import { createForms } from './forms.ts'
import { createInvoices } from './invoices.ts'
import { createLabOrders } from './lab-orders.ts'
import { createLogos } from './logo.ts'
import { createMedications } from './medications.ts'
import { createMessages } from './messages.ts'
import { createPatients } from './patients.ts'
import { createEstimates } from './estimates.ts'
import { createPaymentLinks } from './payment-links.ts'
import { createPayments } from './payments.ts'
import { createPharmacies } from './pharmacies.ts'
import { createPhotos } from './photos.ts'
import { createRecordClient, type CallRecord } from './record-client.ts'
import { createReference } from './reference.ts'
import { createReferenceCache } from './reference-cache.ts'
import { createReviews } from './reviews.ts'
import { createSlotSearches } from './slots.ts'
import { createTestResults } from './test-results.ts'
import { createVisitRecords } from './visit-records.ts'
import { createVisits } from './visits.ts'

export interface EmrOptions {
  /** The practice's base URL at its record server, ending in `/api/`. */
  baseUrl: string
  /** The bearer token of the practice; default none. */
  token?: string
  /** The limit for each call as a whole. */
  timeoutMs?: number
  retryPauseMs?: number
  /** How long reference data is cached. */
  keepMs?: number
  connections?: number
  /** Failures in a row that open the circuit, and how long it stays open. */
  failures?: number
  restMs?: number
  now?: () => Date
  random?: () => number
  onCall?: (record: CallRecord) => void
}

/** The gateway to one practice's record server. Close it when the portal stops. */
export function createEmr(options: EmrOptions): Emr & { close(): Promise<void> } {
  const { timeoutMs = 5000, retryPauseMs = 100, keepMs = 60_000, connections = 32, random = Math.random } = options
  const now = options.now ?? (() => new Date())
  const clock = () => now().getTime()
  const client = createRecordClient({ ...options, timeoutMs, retryPauseMs, connections, random, now: clock })
  const cache = createReferenceCache({ keepMs, now: clock })
  const reference = createReference(client, cache)
  const patients = createPatients(client)
  return {
    ...reference,
    ...createSlotSearches(client, reference),
    ...createBookings({ client, reference, now }),
    ...createAppointments(client),
    ...patients,
    ...createForms(client),
    ...createVisits(client),
    ...createArrivals(client, cache),
    ...createDocuments(client, patients),
    ...createClinicalDocuments(client),
    ...createLabOrders(client),
    ...createMedications(client),
    ...createPharmacies(client),
    ...createMessages(client, cache),
    ...createTestResults(client),
    ...createVisitRecords(client, patients),
    ...createPhotos(client, cache),
    ...createLogos(client, cache),
    ...createReviews(client),
    ...createBilling(client),
    ...createEstimates(client),
    ...createPaymentLinks(client),
    ...createInvoices(client, cache),
    ...createPayments(client),
    close: () => client.close(),
  }
}
