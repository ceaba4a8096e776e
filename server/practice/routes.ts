import { signInRoutes } from '../protocol/guard.ts'

/** Routes that several features link to, named as in both specifications. */
export const routes = {
  signIn: signInRoutes.people,
  adminSignIn: signInRoutes.admins,
  guestLogin: signInRoutes.guests,
  guestBilling: '/user/guestBilling',
  guestPayment: '/user/guestPayment',
  guestInvoice: '/user/guestInvoice',
  guestThanks: '/ThankYou',
  paymentLink: '/user/bill',
  signUp: '/user/signup',
  forgotUsername: '/user/forgotusername',
  forgotPassword: '/user/forgotpassword',
  resetPassword: '/user/resetpassword',
  dashboard: '/user/home/dashboard',
  adminDashboard: '/admin/home/dashboard',
  appointments: '/user/home/appointments',
  booking: '/user/bookappointment/index',
  forms: '/user/home/Forms',
  profile: '/user/home/Profile',
  settings: '/user/home/Settings',
  adminAccount: '/admin/account',
  adminSettings: '/admin/settings',
  guardians: '/user/register/guardian',
  activityLog: '/user/home/ActivityLog',
  messages: '/user/home/Messages',
  compose: '/user/home/ChatMsg',
  reply: '/user/home/Reply',
  testResults: '/user/home/TestResults',
  testResult: '/user/home/resultannotation',
  testResultFiles: '/user/home/resultdocument',
  billing: '/user/home/Billing',
  myRecords: '/user/home/Myrecord',
  pharmacySearch: '/user/home/Myrecord/pharmacy',
  chartUpload: '/user/home/Myrecord/upload',
  visitRecords: '/user/home/Myrecord/visits',
  clinicalDocuments: '/user/home/clinicaldocuments',
  labOrders: '/user/home/LabOrdering',
  payment: '/user/home/MakePayment',
  invoices: '/user/home/Invoices',
  statements: '/user/home/Statements',
  installments: '/user/home/Installments',
  receipt: '/payment/printReceipt',
  adminPayments: '/admin/payments',
} as const

/** What the addresses of pages for patients and guardians begin with. */
export const patientPages = [
  '/user/',
  '/appointment/tele/',
  '/appointments/reviews/',
  '/payment/',
  '/Thankyou/',
] as const

/** Returns the address of an appointment's calendar file. */
export function calendarAddress(appointmentId: string): string {
  return `${routes.appointments}/calendar/${appointmentId}`
}
