import { settings } from '../licensees/settings/definition.ts'

/** Which parts of the portal a practice offers (specification 1 §6). */
export const partSettings = settings({
  enable_portal_dashboard_options: {
    type: 'list',
    default: [1, 2, 3, 4, 5, 6, 7],
    group: 'Features',
    fromPractice: true,
    title: 'Features for patients',
    options: [
      { value: 1, label: 'Appointments' },
      { value: 2, label: 'Messages' },
      { value: 3, label: 'Test results' },
      { value: 4, label: 'My Records' },
      { value: 5, label: 'Billing' },
      { value: 6, label: 'Clinical documents' },
      { value: 7, label: 'Lab Orders' },
    ],
    help: 'Patients cannot see or open what is off.',
    shapes: 'Home page, dashboard, menu, and the screens of each feature.',
  },
})
