import type { Words } from '../../../schemas/base.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Patient } from '../../gateways/emr/patients/patients.ts'
import { genderLabels } from '../../identity/patient-lookup.ts'
import type { PatientPageSection } from '../../practice/extension-points.ts'
import type { OpenedPatient } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { addressText } from '../../practice/postal-address.ts'
import { scopeWords } from '../../practice/scope-words.ts'
import { phone, text, title } from '../../protocol/block-builders.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { dateText, dayOf, momentText } from '../../protocol/time-words.ts'
import type { PatientAccount } from '../../identity/patient-accounts.store.ts'

export type ShownSection = Pick<PatientPageSection, 'id' | 'title'> & { blocks: BlockList }

/** What the staff of the practice may know of a patient (specification 2 §2.15). */
export function patientScreen(
  patient: OpenedPatient,
  { sections, search }: { sections: readonly ShownSection[]; search: string | undefined },
): ScreenBody {
  const name = `${patient.firstName} ${patient.lastName}`.trim()
  return {
    title: name,
    back: { label: 'Find Patients', to: paths.findPatients({ search }) },
    blocks: [
      title(name),
      text('who', whoText(patient), 'lead'),
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
        text: 'You can see the account below. Reload the page in a moment for the other details.',
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

export function detailsBlocks(record: Patient): BlockList {
  const { secondAddress: address2, ...rest } = record
  const facts: [id: string, name: string, value: Words][] = [
    ['born', 'Date of birth', dateText(record.dob)],
    ['gender', 'Gender', genderLabels[record.gender - 1] ?? ''],
    ['phone', 'Cell phone', [phone(record.cellPhone)]],
    ['email', 'Email', record.email],
    ['address', 'Address', addressText({ ...rest, address2 })],
    ['number', 'Number', record.emrId],
  ]
  return [
    {
      kind: 'facts',
      id: 'details-facts',
      label: 'Details',
      facts: facts.map(([id, name, value]) => ({ id, name, value: isEmpty(value) ? 'Not on file' : value })),
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
    ['last-sign-in', 'Last sign-in', own.lastSignIn ? momentText(own.lastSignIn, timeZone) : 'Not yet'],
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
          last: { text: guardian.lastSignIn ? momentText(guardian.lastSignIn, moment.timeZone) : 'Not yet' },
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
