import type { Area } from './area.ts'
import { createAllergies } from './allergies/allergies.ts'
import { createAppointments } from './appointments/appointments.ts'
import { createArrival } from './arrival/arrival.ts'
import { createBilling } from './billing/billing.ts'
import { createBooking } from './booking/booking.ts'
import { createClinicalDocuments } from './clinical-documents/clinical-documents.ts'
import { createConditions } from './conditions/conditions.ts'
import { createDocuments } from './documents/documents.ts'
import { createEstimates } from './estimates/estimates.ts'
import { createForms } from './forms/forms.ts'
import { createInvoices } from './invoices/invoices.ts'
import { createLabOrders } from './lab-orders/lab-orders.ts'
import { createLogos } from './logos/logos.ts'
import { createMedications } from './medications/medications.ts'
import { createMessages } from './messages/messages.ts'
import { createPatientSearch } from './patient-search/patient-search.ts'
import { createPatients } from './patients/patients.ts'
import { createPaymentLinks } from './payment-links/payment-links.ts'
import { createPayments } from './payments/payments.ts'
import { createPharmacies } from './pharmacies/pharmacies.ts'
import { createPhotos } from './photos/photos.ts'
import { createRecordChanges } from './record-changes/record-changes.ts'
import { createReference } from './reference/reference.ts'
import { createReviews } from './reviews/reviews.ts'
import { createSlots } from './slots/slots.ts'
import { createTestResults } from './test-results/test-results.ts'
import { createVideoVisits } from './video-visits/video-visits.ts'
import { createVisitRecords } from './visit-records/visit-records.ts'

/** The areas of the record server, in alphabetical order. `Emr` has the calls of all of them. */
export const areas = [
  createAllergies,
  createAppointments,
  createArrival,
  createBilling,
  createBooking,
  createClinicalDocuments,
  createConditions,
  createDocuments,
  createEstimates,
  createForms,
  createInvoices,
  createLabOrders,
  createLogos,
  createMedications,
  createMessages,
  createPatientSearch,
  createPatients,
  createPaymentLinks,
  createPayments,
  createPharmacies,
  createPhotos,
  createRecordChanges,
  createReference,
  createReviews,
  createSlots,
  createTestResults,
  createVideoVisits,
  createVisitRecords,
] as const satisfies readonly Area[]
