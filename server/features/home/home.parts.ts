import type { IconName } from '../../../schemas/base.ts'
import {
  appointmentsOffered,
  billingOffered,
  clinicalDocumentsOffered,
  labOrdersOffered,
  messagesOffered,
  myRecordsOffered,
  testResultsOffered,
} from '../../licensees/offered.ts'
import type { Rule } from '../../ui/trace.ts'

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
    to: '/user/home/appointments',
    offered: appointmentsOffered,
  },
  {
    id: 'messages',
    label: 'Messages',
    text: 'Write to the office and read its answers.',
    icon: 'message',
    to: '/user/home/Messages',
    offered: messagesOffered,
  },
  {
    id: 'test-results',
    label: 'Test results',
    text: "Read your results and your physician's message.",
    icon: 'beaker',
    to: '/user/home/TestResults',
    offered: testResultsOffered,
  },
  {
    id: 'billing',
    label: 'Billing',
    text: 'See what you owe and pay it.',
    icon: 'card',
    to: '/user/home/Billing',
    offered: billingOffered,
  },
  {
    id: 'my-records',
    label: 'My Records',
    text: 'Medications, visit records and your uploads.',
    icon: 'folder',
    to: '/user/home/Myrecord',
    offered: myRecordsOffered,
  },
  {
    id: 'clinical-documents',
    label: 'Clinical documents',
    text: 'Notes and letters from your visits.',
    icon: 'document',
    to: '/user/home/clinicaldocuments',
    offered: clinicalDocumentsOffered,
  },
  {
    id: 'lab-orders',
    label: 'Lab Orders',
    text: 'Orders for laboratory tests.',
    icon: 'clipboard',
    to: '/user/home/LabOrdering',
    offered: labOrdersOffered,
  },
]
