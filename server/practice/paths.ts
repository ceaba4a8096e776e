import { signInRoutes } from '../protocol/guard.ts'
import { path } from '../protocol/path.ts'

const billQuery = ['pay', 'visits', 'tab'] as const
const paymentQuery = ['bills', 'card', 'cards'] as const
/** What a search for a pharmacy has in its address. */
export const pharmacyQuery = ['find', 'name', 'address', 'city', 'state', 'zip', 'phone', 'fax'] as const
/** What was chosen on the way to a time. */
export const timesQuery = [
  'type',
  'visit',
  'insurance',
  'by',
  'region',
  'date',
  'provider',
  'facility',
  'from',
  'reschedule',
  'waiting',
] as const

/** What the address of a list about a patient keeps of the list that led to the patient, as `patientListQuery`. */
export const patientListNames = ['search', 'tasks', 'resultsPage', 'resultsSize'] as const

/**
 * The addresses of pages and files to which several features lead, named as in both specifications. Those of one
 * feature are in its `<name>.paths.ts`.
 */
export const paths = {
  signIn: path(signInRoutes.people, ['next']),
  adminSignIn: path(signInRoutes.admins, ['next']),
  secondFactor: path('/user/login/code', ['with']),
  signUp: path('/user/signup'),
  forgotUsername: path('/user/forgotusername'),
  forgotPassword: path('/user/forgotpassword'),
  resetPassword: path('/user/resetpassword'),
  resetLink: path('/user/resetpassword/link/:token'),
  dashboard: path('/user/home/dashboard'),
  settings: path('/user/home/Settings'),
  appointments: path('/user/home/appointments', ['tab', 'cancelled', 'page', 'size']),
  calendarFile: path('/user/home/appointments/calendar/:id'),
  booking: path('/user/bookappointment/index', timesQuery),
  timesByLocation: path('/user/bookappointment/facility/slots', timesQuery),
  timesByDate: path('/user/bookappointment/date/slots', timesQuery),
  timesByProvider: path('/user/bookappointment/provider/slots', timesQuery),
  closure: path('/user/bookappointment/closure', ['origin']),
  forms: path('/user/home/Forms'),
  messages: path('/user/home/Messages', ['box', 'page', 'size', 'q', 'message', 'outgoing']),
  compose: path('/user/home/ChatMsg', ['about', 'draft', 'form']),
  myRecords: path('/user/home/Myrecord', ['medicationsPage', 'medicationsSize', 'visitsPage', 'visitsSize']),
  pharmacySearch: path('/user/home/Myrecord/pharmacy', [...pharmacyQuery, 'page', 'size', 'change']),
  chartUpload: path('/user/home/Myrecord/upload'),
  billing: path('/user/home/Billing', billQuery),
  payment: path('/user/home/MakePayment', paymentQuery),
  guestLogin: path(signInRoutes.guests),
  guestBilling: path('/user/guestBilling', billQuery),
  guestThanks: path('/ThankYou'),
  guestPayment: path('/user/guestPayment', paymentQuery),
  adminForgotPassword: path('/admin/forgot_password'),
  adminResetLink: path('/admin/new_password/:token'),
  adminDashboard: path('/admin/home/dashboard'),
  adminAccount: path('/admin/account'),
  adminSettings: path('/admin/settings', ['q', 'group']),
  adminSetting: path('/admin/settings/:name'),
  findPatients: path('/admin/find_patient', ['search', 'page', 'size']),
  patientPage: path('/admin/patient/:number', ['search', 'page', 'size', 'tasks']),
  staffTasks: path('/admin/tasks', ['list', 'page', 'size']),
  staffInvitation: path('/admin/invitation/:token'),
  photo: path('/practice/photos/:of/:id'),
  logo: path('/practice/logo', ['v']),
  mark: path('/practice/mark', ['v']),
}

/** What the addresses of pages for patients and guardians begin with. */
export const patientPages = [
  '/user/',
  '/appointment/tele/',
  '/appointments/reviews/',
  '/payment/',
  '/Thankyou/',
] as const

/** What those of pages for administrators begin with, after the sign-in. */
export const adminPages = ['/admin/'] as const
