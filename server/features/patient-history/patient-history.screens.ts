import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { FailedTry, SentMessage } from '../../identity/patient-history.store.ts'
import { toPatientList, nameOf, type OpenedPatient } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { link, phone, text, title } from '../../protocol/block-builders.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { pagingOf, type PageRequest } from '../../protocol/paging.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import { patientHistoryPaths } from './patient-history.paths.ts'
import { tryText } from './patient-history.rules.ts'

type Cell = BlockOf<'table'>['rows'][number]['cells'][string]

const whenCell = (at: Date, timeZone: string): Cell => ({
  text: `${dateText(dayOf(at, timeZone))}, ${clockText(at, timeZone)}`,
})

const stateCells: Record<SentMessage['state'], Cell> = {
  waiting: { text: 'Not delivered yet', help: 'The portal tries again.' },
  sending: { text: 'Being sent' },
  sent: { text: 'Sent' },
  'given up': { text: 'Could not be delivered', help: 'Check the address in your records.' },
}

export function messageBlocks(messages: readonly SentMessage[], timeZone: string): BlockList {
  return [
    {
      kind: 'table',
      id: 'sent-messages',
      caption: 'Emails and texts',
      hideCaption: true,
      narrow: 'lines',
      columns: [
        { id: 'what', label: 'Subject', main: true },
        { id: 'state', label: 'Delivery', result: true },
        { id: 'to', label: 'To' },
        { id: 'at', label: 'When', figures: true },
      ],
      rows: messages.map(({ id, channel, subject, recipient, state, createdAt }) => ({
        id: `sent-${id}`,
        cells: {
          what: { text: channel === 'sms' ? 'Text message' : subject },
          state: stateCells[state],
          to: { text: channel === 'sms' ? phone(recipient).text : recipient },
          at: whenCell(createdAt, timeZone),
        },
      })),
      empty: { text: 'The portal has sent nothing to this patient.' },
    },
  ]
}

/** A try, with what was wrong in the words that the person read. */
export interface ShownTry extends FailedTry {
  why: string
}

export function tryBlocks(tries: readonly ShownTry[], timeZone: string): BlockList {
  return [
    {
      kind: 'table',
      id: 'failed-tries',
      caption: 'Tries that failed',
      hideCaption: true,
      narrow: 'lines',
      columns: [
        { id: 'what', label: 'What', main: true },
        { id: 'why', label: 'What was wrong' },
        { id: 'at', label: 'When', figures: true },
        { id: 'ip', label: 'IP', figures: true },
      ],
      rows: tries.map(({ id, event, why, at, address }) => ({
        id: `try-${id}`,
        cells: {
          what: { text: tryText(event) },
          why: { text: why },
          at: whenCell(at, timeZone),
          ip: { text: address },
        },
      })),
      empty: { text: 'No try has failed.' },
    },
  ]
}

/** An access to the record, as shown to the staff. */
export interface ShownAccess {
  id: number
  at: Date
  what: string
  who: string
  address: string
}

interface ActivityTable {
  rows: readonly ShownAccess[]
  timeZone: string
}

function activityTable({ rows, timeZone }: ActivityTable): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'activity',
    caption: 'Activity',
    hideCaption: true,
    narrow: 'lines',
    columns: [
      { id: 'what', label: 'What', main: true },
      { id: 'who', label: 'Who' },
      { id: 'at', label: 'When', figures: true },
      { id: 'ip', label: 'IP', figures: true },
    ],
    rows: rows.map(({ id, what, who, at, address }) => ({
      id: `access-${id}`,
      cells: { what: { text: what }, who: { text: who }, at: whenCell(at, timeZone), ip: { text: address } },
    })),
    empty: { picture: 'search', text: 'Nobody has opened this record in the portal.' },
  }
}

/** The latest accesses, with the way to all of them. */
export function activityBlocks(view: ActivityTable & { patient: OpenedPatient; total: number }): BlockList {
  const all = link('all-activity', { text: 'All activity', to: activityOf(view.patient) })
  return [activityTable(view), ...(view.total > view.rows.length ? [all] : [])]
}

const activityOf = ({ id, cameBy }: OpenedPatient) =>
  patientHistoryPaths.activity({ number: id, ...toPatientList(cameBy) })

interface ActivityScreen extends ActivityTable {
  patient: OpenedPatient
  total: number
  request: PageRequest
}

export function activityScreen(view: ActivityScreen): ScreenBody {
  const { patient, total, request } = view
  const name = nameOf(patient)
  return {
    title: `Activity of ${name}`,
    back: { label: name, to: paths.patientPage({ number: patient.id, ...patient.cameBy }) },
    blocks: [
      title('Activity'),
      text('who', name, 'lead'),
      { ...activityTable(view), ...pagingOf({ ...request, total }, activityOf(patient)) },
    ],
  }
}
