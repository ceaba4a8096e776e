import { define } from './definition.ts'

/** Which features a practice offers (specification 1 §6). */
export const featureSettings = {
  enable_portal_dashboard_options: define({
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
  }),
  EnableBillingForPortal: define({
    type: 'boolean',
    default: true,
    group: 'Features',
    fromPractice: true,
    title: 'Billing online',
    help: 'Patients see what they owe. Billing must also be on under “Features for patients”.',
    onText: 'Billing is on for patients.',
    offText: 'Billing is off for patients.',
    shapes: 'Menu, dashboard, and the billing screens.',
  }),
  Enable_Portal_Visibility_For_Unsigned_Sessions: define({
    type: 'boolean',
    default: false,
    group: 'Features',
    fromPractice: true,
    title: 'Show unsigned documents',
    help: 'Patients see clinical documents before the provider signs them.',
    onText: 'Patients see unsigned documents.',
    offText: 'Patients see a document once it is signed.',
    shapes: 'Clinical documents.',
  }),
}
