import type { BlockList } from '../../../schemas/block.ts'
import type { OpenedPatient } from '../../practice/patient-page.ts'
import { form, text } from '../../protocol/block-builders.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import type { ViewActions } from './view-as-patient.actions.ts'
import { viewAsPatientMessages } from './view-as-patient.messages.ts'

/** How many views are listed. */
export const mostViews = 5

/** The form that opens the account. */
export function openBlocks({ id, firstName, cameBy }: OpenedPatient, begin: ViewActions['begin']): BlockList {
  return [
    text(
      'view-rules',
      `See the portal as ${firstName} sees it. View only: nothing is changed or marked as read. The activity log of the account shows that the office opened it.`,
    ),
    form({
      id: 'open-account',
      action: begin,
      messages: viewAsPatientMessages,
      input: { patient: id, ...cameBy },
      fields: [
        { name: 'reason', label: 'Reason', help: 'Stays in the practice.', widget: 'text', autocomplete: 'off' },
      ],
      submitLabel: 'Open account',
      busyText: 'Opening',
    }),
  ]
}

/** A time when the account was opened, with the name of the member of the staff. */
export interface ShownView {
  id: number
  who: string
  reason: string
  beganAt: Date
}

export function viewsBlocks(views: readonly ShownView[], timeZone: string): BlockList {
  return [
    {
      kind: 'table',
      id: 'views',
      caption: 'Opened by the office',
      hideCaption: true,
      narrow: 'lines',
      columns: [
        { id: 'at', label: 'When', main: true, figures: true },
        { id: 'who', label: 'By' },
        { id: 'reason', label: 'Reason' },
      ],
      rows: views.map(({ id, who, reason, beganAt }) => ({
        id: `view-${id}`,
        cells: {
          at: { text: `${dateText(dayOf(beganAt, timeZone))}, ${clockText(beganAt, timeZone)}` },
          who: { text: who },
          reason: { text: reason },
        },
      })),
      empty: { picture: 'search', text: 'Nobody in the office has opened this account.' },
    },
  ]
}
