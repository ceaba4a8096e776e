import Type from 'typebox'
import { closed } from '../../schemas/base.ts'
import type { Action } from '../../schemas/action.ts'
import type { BlockList } from '../../schemas/block.ts'
import type { Dialog } from '../../schemas/dialog.ts'
import type { Emr } from '../gateways/emr/emr.ts'
import type { VisitRecord } from '../gateways/emr/visit-records/visit-records.ts'
import type { Licensee } from '../licensees/licensee.ts'
import { button, call, form, messageDialog, text } from '../protocol/block-builders.ts'
import type { Context } from '../protocol/context.ts'
import { action, type ActionContext, type ActionDefinition, type Guarded } from '../protocol/definitions.ts'
import { Failure, InvalidInput } from '../protocol/failure.ts'
import { dateHelp } from '../protocol/form-fields.ts'
import { actingPrincipal } from '../protocol/principal.ts'
import { dateText, dayOf } from '../protocol/time-words.ts'
import { Day } from '../protocol/typed-values.ts'
import { FormKey } from './written-form.ts'
import { visitRecordPickerMessages as messages } from './visit-record-picker.messages.ts'

/** How many visit records one message takes, and how large they may be together. */
const most = { records: 20, bytes: 10 * 1024 * 1024, shown: 100 } as const

export interface VisitRecordPickerOptions {
  /** Of the feature: the actions are `<name>.findVisitRecords` and `<name>.attachVisitRecords`. */
  name: string
  guarded: Guarded
  /** What a dialog says when there is none: 'No CCDA Data Found' or 'No Visit Records Found' (specification 2 §4.4). */
  none: string
  /**
   * Returns the address of the screen with these records attached, as its query has them; undefined for none. `draft`:
   * the id of the form, which stays while records are attached.
   */
  addressOf: (records: string | undefined, draft: string | undefined) => string
  /** Stores what is attached now, as what is typed is stored. */
  keep: (context: ActionContext, attached: { draft: string; records: string | undefined }) => Promise<void>
}

export interface VisitRecordPicker {
  /** What the blocks call: the screen lists them. */
  actions: ActionDefinition[]
  /**
   * Returns the attached records by date, and the form that finds others. They belong below the form of the message,
   * whose text stays while they change. `records`, `draft`: the values of the query.
   */
  blocks(context: Context, query: { records: string | undefined; draft: string }): Promise<BlockList>
  /** Returns what is attached, the latest first. Throws a Failure if it cannot all be sent. */
  read(context: Context, records: string | undefined): Promise<(VisitRecord & { xml: Buffer })[]>
}

/** Attaches visit records that are chosen by a range of days (specification 2 §2.16). What is chosen is in the address. */
export function visitRecordPicker(
  { emrOf }: { emrOf: (licensee: Licensee) => Emr },
  { name, guarded, none, addressOf, keep }: VisitRecordPickerOptions,
): VisitRecordPicker {
  const listOf = (context: Context) => emrOf(context.licensee).visitRecords(actingPrincipal(context).patient.id)

  /** Reads the documents day by day, so that no more than those of one day are fetched in vain. */
  async function readAll(context: Context, ids: readonly string[]): Promise<(VisitRecord & { xml: Buffer })[]> {
    if (ids.length === 0) return []
    if (ids.length > most.records) throw new Failure('visitRecords.many', { status: 422 })
    const chosen = (await listOf(context)).filter(({ id }) => ids.includes(id))
    const documents: (VisitRecord & { xml: Buffer })[] = []
    for (const day of new Set(chosen.map((record) => record.day))) {
      const ofDay = await emrOf(context.licensee).visitRecordsBetween(actingPrincipal(context).patient.id, day, day)
      documents.push(...ofDay.filter(({ id }) => ids.includes(id)))
      const bytes = documents.reduce((sum, { xml }) => sum + xml.length, 0)
      if (bytes > most.bytes) throw new Failure('visitRecords.large', { status: 422 })
    }
    if (documents.length < ids.length) throw new Failure('visitRecords.unknown', { status: 404 })
    return documents
  }

  const attach = action({
    ...guarded,
    name: `${name}.attachVisitRecords`,
    about: 'Attached visit records to a message',
    input: closed({
      records: Type.Array(RecordId, { minItems: 1, maxItems: most.records }),
      attached: Attached,
      draft: Draft,
    }),
    codes: {
      '/records': { required: 'visitRecords.choose', minItems: 'visitRecords.choose', maxItems: 'visitRecords.many' },
    },
    limit: { perAddress: 60 },
    run: async (context, { records, attached, draft }) => {
      const ids = [...new Set([...idsIn(attached), ...records])]
      await readAll(context, ids)
      if (draft !== undefined) await keep(context, { draft, records: ids.join() })
      const words = ids.length === 1 ? '1 visit record is attached.' : `${ids.length} visit records are attached.`
      return [
        { type: 'close' },
        { type: 'navigate', to: addressOf(ids.join(), draft), replace: true },
        { type: 'notify', tone: 'success', text: words },
      ]
    },
  })

  const remove = action({
    ...guarded,
    name: `${name}.removeVisitRecord`,
    about: 'Removed a visit record from a message',
    input: closed({ record: RecordId, attached: Attached, draft: FormKey }),
    run: async (context, { record, attached, draft }) => {
      const records = idsIn(attached).filter((id) => id !== record)
      const rest = records.length > 0 ? records.join() : undefined
      await keep(context, { draft, records: rest })
      return [{ type: 'navigate', to: addressOf(rest, draft), replace: true }]
    },
  })

  const find = action({
    ...guarded,
    name: `${name}.findVisitRecords`,
    about: 'Chose the days of visit records to attach',
    actions: [attach],
    // A stored response would keep the days of visits.
    repeatable: true,
    input: closed({ from: Day, to: Day, attached: Attached, draft: Draft }),
    codes: {
      '/from': { required: 'visitRecords.from', format: 'visitRecords.from' },
      '/to': { required: 'visitRecords.to', format: 'visitRecords.to' },
    },
    limit: { perAddress: 60 },
    run: async (context, { from, to, ...kept }) => {
      const fault = daysFault({ from, to, today: todayOf(context) })
      if (fault) throw new InvalidInput([fault])
      const all = await listOf(context)
      const inRange = all.filter(({ day }) => day >= from && day <= to)
      if (inRange.length > most.shown)
        throw new Failure('visitRecords.manyFound', { status: 422, params: { count: inRange.length } })
      if (inRange.length === 0) {
        const words = messageDialog({ id: 'no-visit-records', title: 'Visit records', words: [none] })
        return [{ type: 'open', dialog: words }]
      }
      return [{ type: 'open', dialog: choiceDialog(attach, { inRange, kept }) }]
    },
  })

  return {
    actions: [find, attach, remove],
    read: (context, records) => readAll(context, knownIdsIn(records)),
    blocks: async (context, { records, draft }) => {
      const ids = idsIn(records)
      const attached = ids.length > 0 ? (await listOf(context)).filter(({ id }) => ids.includes(id)) : []
      const today = todayOf(context)
      const field = { help: dateHelp(today), widget: 'date', latest: today, span: 'half' } as const
      return [
        ...attachedBlocks(attached, (record) => call(remove, { record, attached: ids.join(), draft })),
        form({
          id: 'find-visit-records',
          label: 'Attach visit records by date',
          action: find,
          messages,
          input: { draft, ...(ids.length > 0 ? { attached: ids.join() } : {}) },
          fields: [
            { ...field, name: 'from', label: 'From' },
            { ...field, name: 'to', label: 'To' },
          ],
          submitLabel: 'Choose visit records',
          style: 'secondary',
        }),
      ]
    },
  }
}

const RecordId = Type.String({ pattern: '^[1-9][0-9]{0,15}$' })
const Attached = Type.Optional(Type.String({ maxLength: 400 }))
const Draft = Type.Optional(FormKey)

/** What is sent goes with all that was attached. Throws the Failure `visitRecords.unknown`. */
function knownIdsIn(records = ''): string[] {
  const ids = idsIn(records)
  if (records !== '' && ids.length < new Set(records.split(',')).size)
    throw new Failure('visitRecords.unknown', { status: 404 })
  return ids
}

const idsIn = (records = ''): string[] => [...new Set(records.split(',').filter((id) => /^[1-9][0-9]{0,15}$/.test(id)))]

const todayOf = (context: Context) => dayOf(context.now(), context.licensee.timeZone)

function daysFault({ from, to, today }: { from: string; to: string; today: string }) {
  if (from > today) return { pointer: '/from', code: 'visitRecords.fromFuture' }
  if (to > today) return { pointer: '/to', code: 'visitRecords.toFuture' }
  return from > to ? { pointer: '/from', code: 'visitRecords.order' } : undefined
}

/** Several of one day are told apart by their numbers. */
function labelOf({ id, day }: VisitRecord, all: readonly VisitRecord[]): string {
  const isAlone = all.filter((each) => each.day === day).length === 1
  return isAlone ? dateText(day) : `${dateText(day)} (record ${id})`
}

/** Attach is on only with a record chosen (specification 2 §2.16). */
function choiceDialog(
  attach: ActionDefinition,
  { inRange, kept }: { inRange: readonly VisitRecord[]; kept: { attached?: string; draft?: string } },
): Dialog {
  return {
    id: 'choose-visit-records',
    title: 'Choose visit records',
    closeLabel: 'Close',
    blocks: [
      form({
        id: 'visit-records-in-range',
        action: attach,
        messages,
        input: { ...kept },
        fields: [
          {
            name: 'records',
            label: 'Visit records by date',
            help: `Up to ${most.records} records, 10 MB together`,
            widget: 'checkboxes',
            options: inRange.map((record) => ({ value: record.id, label: labelOf(record, inRange) })),
          },
        ],
        submitLabel: 'Attach',
        when: { condition: { path: '/records/0', exists: true }, reason: messages['visitRecords.choose'] },
      }),
    ],
    actions: [button('cancel-visit-records', { text: 'Cancel', do: { type: 'close' } })],
  }
}

function attachedBlocks(attached: readonly VisitRecord[], removeOf: (record: string) => Action): BlockList {
  if (attached.length === 0) return []
  return [
    text('attached-title', 'Attached visit records', 'subheading'),
    {
      kind: 'table',
      id: 'attached-visit-records',
      caption: 'Attached visit records',
      hideCaption: true,
      columns: [{ id: 'date', label: 'Date', main: true, figures: true }],
      rows: attached.map((record) => ({
        id: `attached-${record.id}`,
        cells: { date: { text: labelOf(record, attached) } },
        actions: [
          {
            id: `remove-${record.id}`,
            label: 'Remove',
            about: `the visit record of ${labelOf(record, attached)}`,
            do: removeOf(record.id),
          },
        ],
      })),
      empty: { text: 'No visit records are attached.' },
    },
  ]
}
