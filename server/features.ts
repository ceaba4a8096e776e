import { accountHelp } from './features/account-help/account-help.feature.ts'
import { accountSettings } from './features/account-settings/account-settings.feature.ts'
import { activity } from './features/activity/activity.feature.ts'
import { admin } from './features/admin/admin.feature.ts'
import { appointments } from './features/appointments/appointments.feature.ts'
import { arrival } from './features/arrival/arrival.feature.ts'
import { billing } from './features/billing/billing.feature.ts'
import { booking } from './features/booking/booking.feature.ts'
import { clinicalDocuments } from './features/clinical-documents/clinical-documents.feature.ts'
import { findPatient } from './features/find-patient/find-patient.feature.ts'
import { forms } from './features/forms/forms.feature.ts'
import { guardians } from './features/guardians/guardians.feature.ts'
import { guests } from './features/guests/guests.feature.ts'
import { home } from './features/home/home.feature.ts'
import { invoices } from './features/invoices/invoices.feature.ts'
import { labOrders } from './features/lab-orders/lab-orders.feature.ts'
import { mail } from './features/mail/mail.feature.ts'
import { messages } from './features/messages/messages.feature.ts'
import { myRecords } from './features/my-records/my-records.feature.ts'
import { passkeys } from './features/passkeys/passkeys.feature.ts'
import { patientHistory } from './features/patient-history/patient-history.feature.ts'
import { payments } from './features/payments/payments.feature.ts'
import { practiceHeader } from './features/practice-header/practice-header.feature.ts'
import { profile } from './features/profile/profile.feature.ts'
import { recordChanges } from './features/record-changes/record-changes.feature.ts'
import { recordExport } from './features/record-export/record-export.feature.ts'
import { recovery } from './features/recovery/recovery.feature.ts'
import { secondFactor } from './features/second-factor/second-factor.feature.ts'
import { sessions } from './features/sessions/sessions.feature.ts'
import { signIn } from './features/sign-in/sign-in.feature.ts'
import { signUp } from './features/sign-up/sign-up.feature.ts'
import { staff } from './features/staff/staff.feature.ts'
import { staffDashboard } from './features/staff-dashboard/staff-dashboard.feature.ts'
import { staffTaskList } from './features/staff-tasks/staff-tasks.feature.ts'
import { survey } from './features/survey/survey.feature.ts'
import { testResults } from './features/test-results/test-results.feature.ts'
import { uploads } from './features/uploads/uploads.feature.ts'
import { viewAsPatient } from './features/view-as-patient/view-as-patient.feature.ts'
import { visits } from './features/visits/visits.feature.ts'
import type { Feature } from './protocol/definitions.ts'
import type { Services } from './services.ts'

export type FeatureMaker = (services: Services) => Feature

/** Every feature of the portal. Menus, dashboard and landing page show their contributions in this order. */
export const features: readonly FeatureMaker[] = [
  staffDashboard,
  findPatient,
  staffTaskList,
  accountHelp,
  admin,
  home,
  appointments,
  booking,
  arrival,
  uploads,
  visits,
  messages,
  mail,
  testResults,
  billing,
  payments,
  invoices,
  myRecords,
  clinicalDocuments,
  labOrders,
  recordChanges,
  recordExport,
  forms,
  survey,
  practiceHeader,
  staff,
  viewAsPatient,
  patientHistory,
  profile,
  accountSettings,
  secondFactor,
  passkeys,
  guests,
  sessions,
  guardians,
  activity,
  signUp,
  recovery,
  signIn,
]
