import { define } from './definition.ts'

/** Which parts of the portal a practice offers (specification 1 §6). */
export const featureSettings = {
  enable_portal_dashboard_options: define({
    type: 'list',
    default: [1, 2, 3, 4, 5, 6, 7],
    group: 'Features',
    fromPractice: true,
    title: 'Features of the portal',
    options: [
      { value: 1, label: 'Appointments' },
      { value: 2, label: 'Messages' },
      { value: 3, label: 'Test results' },
      { value: 4, label: 'My Records' },
      { value: 5, label: 'Billing' },
      { value: 6, label: 'Clinical documents' },
      { value: 7, label: 'Lab Orders' },
    ],
    help: 'A part that is switched off is neither shown nor reachable.',
    shapes: 'Landing page, dashboard cards, navigation, and the screens of each part.',
  }),
  EnableBillingForPortal: define({
    type: 'boolean',
    default: true,
    group: 'Features',
    fromPractice: true,
    title: 'Billing',
    help: 'Shows billing in the navigation. Billing must also stand among the features.',
    shapes: 'Navigation, dashboard, the billing screens.',
  }),
  Enable_Portal_Visibility_For_Unsigned_Sessions: define({
    type: 'boolean',
    default: false,
    group: 'Features',
    fromPractice: true,
    title: 'Show documents that are not signed yet',
    help: 'Clinical documents appear before the provider has signed them.',
    shapes: 'Clinical documents.',
  }),
}
