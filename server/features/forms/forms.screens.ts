import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import { call, goTo, title } from '../../protocol/block-builders.ts'
import { dateText, dayOf } from '../../protocol/time-words.ts'
import type { OpenForm } from './forms.rules.ts'
import { paths } from '../../practice/paths.ts'

export const listRegion = 'forms.list'

/** Verbatim from specification 2 §4.8. */
const statusWords: Record<OpenForm['status'], string> = { assigned: 'Not started', started: 'Started' }

/** Specification 2 §2.13. The list is a region, so that the screen is shown while the record server is unavailable. */
export function formsScreen(): ScreenBody {
  return {
    title: 'Forms',
    back: { label: 'Dashboard', to: paths.dashboard() },
    blocks: [title('Forms'), { kind: 'region', id: 'forms-list', src: listRegion, shape: 'table' }],
  }
}

/** `timeZone` is the practice's. */
export function listBlocks({
  forms,
  open,
  timeZone,
}: {
  forms: readonly OpenForm[]
  open: Named
  timeZone: string
}): BlockList {
  return [
    {
      kind: 'table',
      id: 'forms-table',
      caption: 'Forms',
      hideCaption: true,
      columns: [
        { id: 'name', label: 'Form Name', main: true },
        { id: 'created', label: 'Form Created Date', figures: true },
        { id: 'modified', label: 'Form Modified Date', figures: true },
        { id: 'status', label: 'Status' },
      ],
      rows: forms.map((form, index) => rowOf(form, { id: `form-${index + 1}`, open, timeZone })),
      empty: {
        picture: 'list',
        text: 'When the office asks you to fill in a form, it will be shown here.',
        next: { label: 'Go to the dashboard', do: goTo(paths.dashboard()) },
      },
    },
  ]
}

function rowOf(
  { name, template, status, requestedAt, updatedAt }: OpenForm,
  { id, open, timeZone }: { id: string; open: Named; timeZone: string },
): BlockOf<'table'>['rows'][number] {
  const dayText = (instant: string) => dateText(dayOf(instant, timeZone))
  return {
    id,
    cells: {
      name: { text: name },
      created: { text: dayText(requestedAt) },
      modified: { text: dayText(updatedAt) },
      status: { text: statusWords[status] },
    },
    actions: [
      {
        id: 'open',
        label: 'Open',
        about: `${name}, in a new tab`,
        do: { ...call(open, { name, template }), busy: { text: 'Opening your form' } },
      },
    ],
  }
}
