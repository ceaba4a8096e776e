import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { PatientSearchResult } from './load-results.ts'
import { maskedEmail, maskedPhone } from '../../identity/verification.rules.ts'
import { genderLabels } from '../../identity/patient-lookup.ts'
import { paths } from '../../practice/paths.ts'
import { form, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { birthDayField, fieldRow } from '../../protocol/form-fields.ts'
import { pagingOf, type PageRequest } from '../../protocol/paging.ts'
import { dateText } from '../../protocol/time-words.ts'
import { findPatientMessages } from './find-patient.messages.ts'
import { findPatientPaths } from './find-patient.paths.ts'
import type { Search } from './kept-search.ts'

/** How many rows a page has. */
export const resultSizes = [5, 10, 15, 20] as const
export const usualSize = 10
/** The block that says how many patients fit. */
export const resultBlock = 'result'
const detailsSection = 'details-card'

export interface SearchActions {
  byText: ActionDefinition
  byDetails: ActionDefinition
}

export interface FindPatients {
  actions: SearchActions
  /** The current day at the practice, `yyyy-MM-dd`. */
  today: string
  /** What was searched for, and how it stands in the address. */
  search: Search | undefined
  kept: string | undefined
  pages: PageRequest
}

function textForm({ byText }: SearchActions, value: Record<string, unknown>): BlockOf<'form'> {
  return form({
    id: 'search',
    label: 'Search',
    action: byText,
    messages: findPatientMessages,
    value,
    fields: [
      {
        name: 'text',
        label: 'Name, birth date, phone, email or number',
        help: 'One or several of them, for example: alvarez 6/21/1984',
        autocomplete: 'off',
      },
    ],
    submitLabel: 'Find',
    busyText: 'Searching',
  })
}

/** Somebody who calls is found from the dashboard. */
export function quickSearch(actions: SearchActions): BlockOf<'section'> {
  return { kind: 'section', id: 'search-card', title: 'Find a patient', card: true, blocks: [textForm(actions, {})] }
}

/**
 * Specification 2 §2.15. A single result is a list too: the front desk compares the birth date before it opens a record,
 * and each opening is recorded.
 */
export function findPatientsScreen({ actions, today, search, kept, pages }: FindPatients): ScreenBody {
  const byText = search && 'text' in search ? search : undefined
  const byDetails = search && !('text' in search) ? search : undefined
  const isOver = kept !== undefined && search === undefined
  return {
    title: 'Find Patients',
    back: { label: 'Dashboard', to: paths.adminDashboard() },
    ...(search ? {} : { focus: 'search' }),
    blocks: [
      title('Find Patients'),
      {
        kind: 'section',
        id: 'search-card',
        card: true,
        blocks: [
          textForm(actions, { ...byText }),
          {
            kind: 'section',
            id: detailsSection,
            title: 'Search by name, date of birth and gender',
            collapsible: byDetails ? 'open' : 'closed',
            blocks: [
              form({
                id: 'details',
                label: 'Search by name, date of birth and gender',
                action: actions.byDetails,
                messages: findPatientMessages,
                value: { ...byDetails },
                fields: [
                  ...fieldRow('Name', [
                    { name: 'PatientFirstName', label: 'First name', autocomplete: 'off', span: 'half' },
                    { name: 'PatientLastName', label: 'Last name', autocomplete: 'off', span: 'half' },
                  ]),
                  birthDayField({ name: 'PatientDOB', label: 'Date of birth', autocomplete: 'off' }, today),
                  {
                    name: 'PatientGender',
                    label: 'Gender',
                    widget: 'select',
                    placeholder: 'Any',
                    optionLabels: genderLabels,
                    span: 'half',
                  },
                ],
                submitLabel: 'Search',
                busyText: 'Searching',
              }),
            ],
          },
        ],
      },
      ...(isOver
        ? [
            {
              kind: 'notice' as const,
              id: resultBlock,
              tone: 'info' as const,
              text: 'This search is over. Please search again.',
            },
          ]
        : []),
      ...(search && kept !== undefined
        ? [
            {
              kind: 'region' as const,
              id: 'result-region',
              src: findPatientPaths.resultsRegion({ search: kept, page: pages.page, size: pages.size }),
              shape: 'table' as const,
            },
          ]
        : []),
    ],
  }
}

/** 'No records found!' is verbatim from specification 2 §8. */
export function resultBlocks(result: PatientSearchResult, kept: string): BlockList {
  if (result.isUnknownCall)
    return [
      {
        kind: 'notice',
        id: resultBlock,
        tone: 'warning',
        title: 'This search is not available',
        text: "The practice's records can only be searched by date of birth, with name and gender. Use the form above.",
      },
    ]
  const { page, mayBeMore } = result
  if (page.total === 0)
    return [
      {
        kind: 'notice',
        id: resultBlock,
        tone: 'warning',
        title: 'No records found!',
        text: 'Check the spelling, or try less: a last name, a birth date, or the last four digits of the phone number.',
      },
    ]
  return [
    text(resultBlock, totalText(page.total, mayBeMore), 'heading'),
    ...(mayBeMore ? [text('more', 'There may be others. Fill in a name to narrow the search.')] : []),
    {
      kind: 'table',
      id: 'patients',
      caption: 'Patients',
      hideCaption: true,
      narrow: 'lines',
      columns: [
        { id: 'name', label: 'Name', main: true },
        { id: 'born', label: 'Date of birth', figures: true, result: true },
        { id: 'gender', label: 'Gender' },
        { id: 'phone', label: 'Phone', figures: true },
        { id: 'email', label: 'Email' },
        { id: 'number', label: 'Number', figures: true },
      ],
      rows: page.rows.map((patient) => rowOf(patient, { search: kept, page: page.page, size: page.size })),
      empty: { picture: 'search', text: 'No records found!' },
      ...pagingOf(page, paths.findPatients({ search: kept })),
    },
  ]
}

function totalText(total: number, mayBeMore: boolean): string {
  if (mayBeMore) return `The first ${total} patients`
  return total === 1 ? '1 patient' : `${total} patients`
}

type Patient = PatientSearchResult['page']['rows'][number]

function rowOf(
  patient: Patient,
  results: { search: string; page: number; size: number },
): BlockOf<'table'>['rows'][number] {
  const { id, emrId, firstName, lastName, dob, gender, email, cellPhone } = patient
  return {
    id: `patient-${id}`,
    cells: {
      name: { text: [{ text: `${lastName}, ${firstName}`, href: paths.patientPage({ number: id, ...results }) }] },
      born: { text: dateText(dob) },
      gender: { text: genderLabels[gender - 1] ?? '' },
      // Enough to tell two patients apart; the page of the patient has them whole.
      phone: { text: cellPhone && maskedPhone(cellPhone) },
      email: { text: email && maskedEmail(email) },
      number: { text: emrId || id },
    },
  }
}
