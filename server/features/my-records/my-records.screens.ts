import type { Span, Words } from '../../../schemas/base.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { RowAction } from '../../../schemas/row-action.ts'
import type { Medication } from '../../gateways/emr/medications/medications.ts'
import type { Pharmacy } from '../../gateways/emr/pharmacies/pharmacies.ts'
import { paths } from '../../practice/paths.ts'
import { goTo, phone, text, title } from '../../protocol/block-builders.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { pagedRegion, pagingOf, type PageOf, type PageRequest } from '../../protocol/paging.ts'
import { visitRecordsSection } from './visit-records.screens.ts'
import { pharmacyWords } from '../../practice/pharmacy-words.ts'
import { addressText } from '../../practice/postal-address.ts'

/** Specification 2 §9; also of visit records. */
export const listSizes = [5, 10, 15, 20] as const
/** What the page of the medications is called in the address. */
export const medicationList = 'medications'
export const medicationsRegion = 'myRecords.medications'
export const pharmacyRegion = 'myRecords.pharmacy'

interface MyRecordsPages {
  medications: PageRequest
  visits: PageRequest
  /** Sections of other features. */
  further: BlockList
}

/** Specification 2 §2.9. */
export function myRecordsScreen({ medications, visits, further }: MyRecordsPages): ScreenBody {
  return {
    title: 'My Records',
    blocks: [title('My Records'), medicationsSection(medications), visitRecordsSection(visits), ...further],
  }
}

function medicationsSection(page: PageRequest): BlockOf<'section'> {
  return {
    kind: 'section',
    id: 'medications',
    title: 'Medications',
    blocks: [
      { kind: 'region', id: 'pharmacy-region', src: pharmacyRegion, shape: 'lines' },
      pagedRegion('medications-region', medicationsRegion, page),
    ],
  }
}

/** The pharmacy that the patient has chosen, and the way to another one. */
export function pharmacyBlocks(pharmacy: Pharmacy | undefined): BlockList {
  return [
    {
      kind: 'section',
      id: 'pharmacy',
      title: 'Pharmacy',
      level: 3,
      card: true,
      blocks: [text('pharmacy-words', pharmacy ? pharmacyWords(pharmacy) : 'No pharmacy has been chosen yet.')],
      actions: [
        {
          id: 'find-pharmacy',
          label: 'Find Pharmacy',
          about: pharmacy ? 'to choose another one' : 'to choose one',
          style: 'secondary',
          icon: 'search',
          do: goTo(paths.pharmacySearch()),
        },
      ],
    },
  ]
}

/** What a message to the office is about: a medication to be refilled, or one that is no longer taken. */
export const refillOf = 'medication'
export const stopOf = 'stopped'

/** What the office needs to know for a refill. */
export function refillText(medication: string, pharmacy: Pharmacy | undefined): string {
  const request = `Please refill ${medication}.`
  if (!pharmacy) return request
  const lines = [pharmacy.name, addressText(pharmacy), phone(pharmacy.phone).text].filter(Boolean)
  return `${request}\n\nMy pharmacy is:\n${lines.join('\n')}`
}

interface Contact {
  /** The person can write to the office about a medication. */
  canWrite: boolean
  /** Its phone number, otherwise. */
  office: Span
}

/** The list is the office's: nothing in it changes before the office changes it. */
export function medicationBlocks(page: PageOf<Medication>, { canWrite, office }: Contact): BlockList {
  return [
    ...(canWrite || page.total === 0 ? [] : [text('medications-office', callWords(office), 'small')]),
    {
      kind: 'table',
      id: 'medications-table',
      caption: 'Medications',
      hideCaption: true,
      narrow: 'lines',
      columns: [
        { id: 'name', label: 'Name', main: true },
        { id: 'strength', label: 'Strength', result: true },
        { id: 'dosage', label: 'Dosage' },
      ],
      rows: page.rows.map(({ id, name, strength, dosage }) => ({
        id: `medication-${id}`,
        cells: { name: { text: name }, strength: { text: strength }, dosage: { text: dosage } },
        ...(canWrite ? { actions: messagesAbout(id, `${name} ${strength}`.trim()) } : {}),
      })),
      empty: {
        picture: 'list',
        text: 'When your medications are uploaded, you will be able to view them here.',
        next: { label: 'Go to the dashboard', do: goTo(paths.dashboard()) },
      },
      ...pagingOf(page, paths.myRecords(), medicationList),
    },
  ]
}

function callWords(office: Span): Words {
  const lead = 'For a refill, or about a medication that is no longer taken, please call the office'
  return office.text === '' ? `${lead}.` : [{ text: `${lead}: ` }, office]
}

function messagesAbout(id: string, medication: string): RowAction[] {
  return [
    {
      id: `refill-${id}`,
      label: 'Request a refill',
      about: `of ${medication}`,
      do: goTo(paths.compose({ about: `${refillOf}:${id}` })),
    },
    {
      id: `stopped-${id}`,
      label: 'Not taking this anymore?',
      about: `Tell the office about ${medication}`,
      do: goTo(paths.compose({ about: `${stopOf}:${id}` })),
    },
  ]
}
