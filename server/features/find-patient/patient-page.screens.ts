import type { Words } from '../../../schemas/base.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Patient } from '../../gateways/emr/patients/patients.ts'
import { genderLabels } from '../../identity/patient-lookup.ts'
import type { PatientPageFact, PatientPageSection } from '../../practice/extension-points.ts'
import { nameOf, type OpenedPatient } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { addressText } from '../../practice/postal-address.ts'
import { scopeWords } from '../../practice/scope-words.ts'
import { phone, text, title } from '../../protocol/block-builders.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import type { PatientAccount } from '../../identity/patient-accounts.store.ts'

export type ShownSection = Pick<PatientPageSection, 'id' | 'title'> & { blocks: BlockList }

/** What the staff of the practice may know of a patient (specification 2 §2.15). */
export function patientScreen(
  patient: OpenedPatient,
  { notices, sections }: { notices: BlockList; sections: readonly ShownSection[] },
): ScreenBody {
  const name = nameOf(patient)
  return {
    title: name,
    back: backOf(patient),
    blocks: [
      title(name),
      text('who', whoText(patient), 'lead'),
      ...notices,
      ...recordNotice(patient),
      ...sections.map(({ id, title: heading, blocks }) => ({
        kind: 'section' as const,
        id,
        title: heading,
        card: true,
        blocks,
      })),
    ],
  }
}

function backOf({ cameBy }: OpenedPatient): NonNullable<ScreenBody['back']> {
  if (!cameBy?.tasks) return { label: 'Find Patients', to: paths.findPatients(cameBy) }
  return { label: 'To do', to: paths.staffTasks({ list: cameBy.tasks === 'done' ? 'done' : undefined }) }
}

function whoText({ emrId, record }: OpenedPatient): string {
  const details = typeof record === 'string' ? [] : [`Born ${dateText(record.dob)}`, genderLabels[record.gender - 1]]
  return [...details, emrId === '' ? '' : `Number ${emrId}`].filter(Boolean).join(' · ')
}

function recordNotice({ record }: OpenedPatient): BlockList {
  if (record === 'unavailable')
    return [
      {
        kind: 'notice',
        id: 'record-unavailable',
        tone: 'warning',
        title: "The practice's records do not answer",
        text: 'Contact details, next appointment and balance are missing. The account is below; reload the page in a moment for the rest.',
      },
    ]
  if (record !== 'removed') return []
  return [
    {
      kind: 'notice',
      id: 'record-removed',
      tone: 'warning',
      title: 'No longer in the records',
      text: "The practice's records no longer have this patient. The portal account still exists.",
    },
  ]
}

/** Stands for the blocks of a section whose data cannot be read at the moment. */
export function sectionFailed(id: string): BlockList {
  return [
    { kind: 'notice', id: `${id}-failed`, tone: 'warning', text: 'This cannot be shown now. Reload in a moment.' },
  ]
}

export type ShownFact = Pick<PatientPageFact, 'id' | 'name'> & { value: Words }

/** What people call about, and how they are reached; birth date, gender and number stand under the name. */
export function detailsBlocks(record: Patient, facts: readonly ShownFact[]): BlockList {
  const { secondAddress: address2, ...rest } = record
  const contact: ShownFact[] = [
    { id: 'phone', name: 'Cell phone', value: [phone(record.cellPhone)] },
    { id: 'email', name: 'Email', value: record.email },
    { id: 'address', name: 'Address', value: addressText({ ...rest, address2 }) },
  ]
  return [
    {
      kind: 'facts',
      id: 'details-facts',
      label: 'Details',
      facts: [...facts, ...contact.map((each) => (isEmpty(each.value) ? { ...each, value: 'Not on file' } : each))],
    },
  ]
}

const isEmpty = (value: Words) => (typeof value === 'string' ? value : (value[0]?.text ?? '')).trim() === ''

export interface Moment {
  now: Date
  timeZone: string
}

/** `own` is undefined without an account. */
export function accountBlocks(
  own: (PatientAccount & { lastSignIn: Date | undefined }) | undefined,
  { timeZone }: Moment,
): BlockList {
  if (!own)
    return [text('no-account', 'This patient has no portal account yet. Patients create one with Create an account.')]
  const facts: [id: string, name: string, value: string][] = [
    ['login', 'User name', own.login],
    ['state', 'State', stateText(own, timeZone)],
    ['made', 'Created', dateText(dayOf(own.createdAt, timeZone))],
    ['last-sign-in', 'Last sign-in', own.lastSignIn ? whenText(own.lastSignIn, timeZone) : 'Never'],
    ['second-factor', 'Code at sign-in', own.hasSecondFactor ? 'On (authenticator app)' : 'Off'],
  ]
  return [
    {
      kind: 'facts',
      id: 'account-facts',
      label: 'Account',
      facts: facts.map(([id, name, value]) => ({ id: `account-${id}`, name, value })),
    },
  ]
}

/** As in the tables of the page: `11/27/2026, 9:38 PM`. */
const whenText = (at: Date, timeZone: string) => `${dateText(dayOf(at, timeZone))}, ${clockText(at, timeZone)}`

function stateText(
  { disabledAt, mustReset }: Pick<PatientAccount, 'disabledAt' | 'mustReset'>,
  timeZone: string,
): string {
  if (disabledAt) return `Disabled on ${dateText(dayOf(disabledAt, timeZone))}`
  return mustReset ? 'Active. Must choose a new password at the next sign-in' : 'Active'
}

export interface ListedGuardian extends PatientAccount {
  lastSignIn: Date | undefined
}

export function guardianBlocks(guardians: readonly ListedGuardian[], moment: Moment): BlockList {
  return [
    {
      kind: 'table',
      id: 'guardians-table',
      caption: 'Guardians',
      hideCaption: true,
      narrow: 'lines',
      columns: [
        { id: 'name', label: 'Name', main: true },
        { id: 'relation', label: 'Relation', result: true },
        { id: 'scope', label: 'May use' },
        { id: 'until', label: 'Until', figures: true },
        { id: 'last', label: 'Last sign-in', figures: true },
      ],
      rows: guardians.map((guardian) => ({
        id: `guardian-${guardian.accountId}`,
        cells: {
          name: {
            text: `${guardian.firstName} ${guardian.lastName}`,
            help: guardian.disabledAt ? `${guardian.login} · account disabled` : guardian.login,
          },
          relation: { text: capitalized(guardian.relation) },
          scope: { text: scopeWords(guardian.scope) },
          until: untilCell(guardian.endsAt, moment),
          last: { text: guardian.lastSignIn ? whenText(guardian.lastSignIn, moment.timeZone) : 'Never' },
        },
      })),
      empty: { picture: 'people', text: 'No one else uses this account.' },
    },
  ]
}

type Cell = BlockOf<'table'>['rows'][number]['cells'][string]

function untilCell(endsAt: Date | null, { now, timeZone }: Moment): Cell {
  if (!endsAt) return { text: 'No end' }
  const lastDay = dateText(dayOf(new Date(endsAt.getTime() - 1), timeZone))
  return endsAt <= now ? { text: lastDay, help: 'Ended' } : { text: lastDay }
}

const capitalized = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
