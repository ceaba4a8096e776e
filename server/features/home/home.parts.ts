import type { IconName } from '../../../schemas/base.ts'
import {
  appointmentsOffered,
  billingOffered,
  clinicalDocumentsOffered,
  labOrdersOffered,
  messagesOffered,
  myRecordsOffered,
  testResultsOffered,
} from '../../practice/offered.ts'
import type { Rule } from '../../protocol/trace.ts'
import { routes } from '../../practice/routes.ts'

export interface PortalPart {
  id: string
  label: string
  text: string
  icon: IconName
  to: string
  offered: Rule
}

/** The parts of the portal in the order of the navigation (specification 1 §2, Header). */
export const portalParts: readonly PortalPart[] = [
  {
    id: 'appointments',
    label: 'Appointments',
    text: 'See your appointments and book new ones.',
    icon: 'calendar',
    to: routes.appointments,
    offered: appointmentsOffered,
  },
  {
    id: 'messages',
    label: 'Messages',
    text: 'Write to the office and read its answers.',
    icon: 'message',
    to: routes.messages,
    offered: messagesOffered,
  },
  {
    id: 'test-results',
    label: 'Test results',
    text: "Read your results and your physician's message.",
    icon: 'beaker',
    to: routes.testResults,
    offered: testResultsOffered,
  },
  {
    id: 'billing',
    label: 'Billing',
    text: 'See what you owe and pay it.',
    icon: 'card',
    to: routes.billing,
    offered: billingOffered,
  },
  {
    id: 'my-records',
    label: 'My Records',
    text: 'Medications, visit records and your uploads.',
    icon: 'folder',
    to: routes.myRecords,
    offered: myRecordsOffered,
  },
  {
    id: 'clinical-documents',
    label: 'Clinical documents',
    text: 'Notes and letters from your visits.',
    icon: 'document',
    to: routes.clinicalDocuments,
    offered: clinicalDocumentsOffered,
  },
  {
    id: 'lab-orders',
    label: 'Lab Orders',
    text: 'Orders for laboratory tests.',
    icon: 'clipboard',
    to: routes.labOrders,
    offered: labOrdersOffered,
  },
]
