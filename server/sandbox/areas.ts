import type { Area } from './area.ts'
import { allergies } from './areas/allergies/allergies.area.ts'
import { appointments } from './areas/appointments/appointments.area.ts'
import { arrival } from './areas/arrival/arrival.area.ts'
import { billing } from './areas/billing/billing.area.ts'
import { booking } from './areas/booking/booking.area.ts'
import { cards } from './areas/cards/cards.area.ts'
import { clinicalDocuments } from './areas/clinical-documents/clinical-documents.area.ts'
import { conditions } from './areas/conditions/conditions.area.ts'
import { documents } from './areas/documents/documents.area.ts'
import { estimates } from './areas/estimates/estimates.area.ts'
import { forms } from './areas/forms/forms.area.ts'
import { insurances } from './areas/insurances/insurances.area.ts'
import { logos } from './areas/logos/logos.area.ts'
import { medications } from './areas/medications/medications.area.ts'
import { messages } from './areas/messages/messages.area.ts'
import { patientSearch } from './areas/patient-search/patient-search.area.ts'
import { patients } from './areas/patients/patients.area.ts'
import { paymentLinks } from './areas/payment-links/payment-links.area.ts'
import { pharmacies } from './areas/pharmacies/pharmacies.area.ts'
import { portalLinks } from './areas/portal-links/portal-links.area.ts'
import { practice } from './areas/practice/practice.area.ts'
import { providers } from './areas/providers/providers.area.ts'
import { recordChanges } from './areas/record-changes/record-changes.area.ts'
import { reviews } from './areas/reviews/reviews.area.ts'
import { slots } from './areas/slots/slots.area.ts'
import { testResults } from './areas/test-results/test-results.area.ts'
import { videoVisits } from './areas/video-visits/video-visits.area.ts'
import { visitRecords } from './areas/visit-records/visit-records.area.ts'

/** The areas of the record server. Migrations and seeds run in this order: rows refer to rows of areas above theirs. */
export const areas: readonly Area[] = [
  practice,
  logos,
  providers,
  slots,
  patients,
  patientSearch,
  insurances,
  forms,
  appointments,
  booking,
  arrival,
  documents,
  reviews,
  videoVisits,
  portalLinks,
  billing,
  cards,
  paymentLinks,
  estimates,
  clinicalDocuments,
  messages,
  testResults,
  visitRecords,
  pharmacies,
  medications,
  allergies,
  conditions,
  recordChanges,
]
