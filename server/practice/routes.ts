import { signInRoutes } from '../protocol/guard.ts'

/** The screens of the portal that several features lead to, as both specifications name them. */
export const routes = {
  signIn: signInRoutes.people,
  adminSignIn: signInRoutes.admins,
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
  testResults: '/user/home/TestResults',
  billing: '/user/home/Billing',
  myRecords: '/user/home/Myrecord',
  clinicalDocuments: '/user/home/clinicaldocuments',
  labOrders: '/user/home/LabOrdering',
  payment: '/user/home/MakePayment',
} as const

/** The calendar file of an appointment. */
export function calendarAddress(appointmentId: string): string {
  return `${routes.appointments}/calendar/${appointmentId}`
}
