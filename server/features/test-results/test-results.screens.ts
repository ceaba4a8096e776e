import type { Action } from '../../../schemas/action.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { LaboratoryStatus, TestResult } from '../../gateways/emr/test-results/test-results.ts'
import { documentAddresses, documentTools } from '../../practice/document-files.ts'
import { questionsNotice } from '../../practice/questions-notice.ts'
import { paths } from '../../practice/paths.ts'
import { testResultPaths } from './test-results.paths.ts'
import { button, call, goTo, text, title } from '../../protocol/block-builders.ts'
import { cleanHtml } from '../../protocol/clean-html.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import { pagedRegion, pagingOf, type PageOf, type PageRequest } from '../../protocol/paging.ts'
import { clockText, dateText, dayOf, nameWithDay } from '../../protocol/time-words.ts'
import {
  awaitsChoice,
  comparable,
  isNotable,
  mostNotable,
  pointsOf,
  rangeText,
  statusWords,
  toneOf,
  valueText,
  type Point,
  type Value,
} from './test-results.rules.ts'

/** Specification 2 §9. */
export const sizes = [10, 15, 20] as const
export const listRegion = 'testResults.list'

const pendingMark = 'Not yet reviewed by your physician'
const waitingMark = "Waits for your doctor's note"

interface ResultsScreen {
  page: PageRequest
  /** What the practice says about results that show as soon as they are ready. */
  notice: string
  /** The phone number of the office, where messages to it are offered. */
  office: string | undefined
}

/** Specification 2 §2.8. */
export function resultsScreen({ page, notice, office }: ResultsScreen): ScreenBody {
  return {
    title: 'Test results',
    blocks: [
      title('Test results'),
      ...(notice === '' ? [] : [{ kind: 'notice', id: 'notice', tone: 'info', text: notice } as const]),
      pagedRegion('list', listRegion, page),
      ...(office === undefined ? [] : [questionsNotice({ about: 'a result', to: paths.messages(), office })]),
    ],
  }
}

interface ResultList {
  page: PageOf<TestResult>
  /** The person waits for the physician before seeing a new result. */
  isWaiting: boolean
  open: Named
  timeZone: string
}

export function resultListBlocks({ page, ...shown }: ResultList): BlockList {
  return [
    {
      kind: 'list',
      id: 'results',
      label: 'Test results',
      rows: page.rows.map((result) => listRow(result, shown)),
      empty: {
        picture: 'list',
        text: 'When you receive test results, they will be shown here.',
        next: { label: 'Go to the dashboard', do: goTo(paths.dashboard()) },
      },
      ...pagingOf(page, testResultPaths.list()),
    },
  ]
}

function listRow(
  result: TestResult,
  { isWaiting, open, timeZone }: Omit<ResultList, 'page'>,
): BlockOf<'list'>['rows'][number] {
  const { id, physician, testType, day, reviewedAt, isReviewed, isPendingReview, status } = result
  const reviewed = reviewedAt === undefined ? undefined : `Reviewed on ${momentOf(reviewedAt, timeZone)}`
  const line = [statusWords[status], reviewed].filter(Boolean).join(' · ')
  return {
    id: `result-${id}`,
    lead: dateText(day),
    title: testType,
    ...(physician === '' ? {} : { meta: physician }),
    ...(line === '' ? {} : { line }),
    ...(isReviewed || (isWaiting && isPendingReview) ? {} : { unread: 'New' }),
    ...(isPendingReview ? { mark: { text: isWaiting ? waitingMark : pendingMark, tone: 'info' as const } } : {}),
    // Opening changes the record, so that it is an act; what is reviewed already is only shown.
    do: isReviewed ? goTo(testResultPaths.result({ result: id })) : opening(result, open),
  }
}

/** Marks a result as reviewed, and shows it; without a review by the physician, after a question. */
function opening(result: TestResult, open: Named): Action {
  return {
    ...call(open, { result: result.id }),
    ...(awaitsChoice(result)
      ? {
          confirm: {
            title: pendingMark,
            text: 'Your physician has not reviewed this result yet. See it now, or wait until your physician has reviewed it?',
            yes: 'See it now',
            no: 'Wait',
          },
        }
      : {}),
  }
}

/** `11/20/2026 6:30 PM` */
function momentOf(instant: string, timeZone: string): string {
  return `${dateText(dayOf(instant, timeZone))} ${clockText(instant, timeZone)}`
}

interface ResultScreen {
  result: TestResult
  /** What the practice says about results that the physician has not reviewed. */
  pendingText: string
  office: string | undefined
  open: Named
  preview: Named
  timeZone: string
}

/** The words of the physician first, then the values, then the file (specification 2 §2.8; look.md). */
export function resultScreen(shown: ResultScreen): ScreenBody {
  const { result, office, open, timeZone } = shown
  return {
    title: result.testType,
    back: { label: 'Test results', to: testResultPaths.list() },
    blocks: [
      title(result.testType),
      { kind: 'facts', id: 'facts', facts: factsOf(result, timeZone) },
      ...statusNotice(result),
      wordsOf(shown),
      ...(result.isReviewed
        ? []
        : [
            awaitsChoice(result)
              ? button('see-now', { text: 'See it now', style: 'primary', do: opening(result, open) })
              : button('mark-reviewed', { text: 'Mark as reviewed', do: opening(result, open) }),
          ]),
      ...(awaitsChoice(result) ? [] : contentOf(shown)),
      ...(office === undefined
        ? []
        : [questionsNotice({ about: 'this result', to: paths.compose({ about: `result:${result.id}` }), office })]),
    ],
  }
}

const statusNotices: Readonly<Record<LaboratoryStatus, string | undefined>> = {
  final: undefined,
  preliminary: 'This result is preliminary: the laboratory may still change it.',
  corrected: 'The laboratory has corrected this result.',
  canceled: 'The laboratory canceled this test.',
}

function statusNotice({ status }: TestResult): BlockList {
  const words = statusNotices[status]
  if (words === undefined) return []
  return [{ kind: 'notice', id: 'status', tone: status === 'corrected' ? 'info' : 'warning', text: words }]
}

function factsOf({ day, physician, reviewedAt }: TestResult, timeZone: string): BlockOf<'facts'>['facts'] {
  return [
    ...(day === '' ? [] : [{ id: 'date', name: 'Date', value: dateText(day) }]),
    ...(physician === '' ? [] : [{ id: 'physician', name: 'Physician', value: physician }]),
    ...(reviewedAt === undefined
      ? []
      : [{ id: 'reviewed', name: 'Reviewed on', value: momentOf(reviewedAt, timeZone) }]),
  ]
}

function wordsOf({ result, pendingText }: ResultScreen): BlockOf<'section'> | BlockOf<'notice'> {
  if (result.isPendingReview)
    return {
      kind: 'notice',
      id: 'pending',
      tone: 'info',
      title: pendingMark,
      text: pendingText || 'Your physician will review this result and may add a message to it here.',
    }
  const words = cleanHtml(result.annotationHtml)
  return {
    kind: 'section',
    id: 'words',
    title: 'From your physician',
    card: true,
    blocks: [
      words.html.trim() === '' && words.note === undefined
        ? { kind: 'text', id: 'no-words', text: 'There is no message about this result.' }
        : { kind: 'html', id: 'annotation', label: 'From your physician', ...words },
    ],
  }
}

function contentOf({ result: { id, testType, day }, preview }: ResultScreen): BlockList {
  return [
    { kind: 'region', id: 'values', src: testResultPaths.valuesRegion({ result: id }), shape: 'table' },
    {
      kind: 'section',
      id: 'file',
      title: 'Document',
      blocks: [],
      actions: documentTools({
        id,
        about: nameWithDay(testType, day),
        view: call(preview, { result: id }),
        addresses: documentAddresses(testResultPaths, id),
      }),
    },
  ]
}

/** `Lipid panel of 11/20/2026 preview` */
export function previewTitle({ testType, day }: TestResult): string {
  return `${nameWithDay(testType, day)} preview`
}

/** The values of a result, and how each of them was before. */
export function valuesBlocks(values: readonly Value[]): BlockList {
  if (values.length === 0) return []
  return [
    {
      kind: 'section',
      id: 'values-section',
      title: 'Values',
      blocks: [
        {
          kind: 'table',
          id: 'values-table',
          caption: 'Values',
          hideCaption: true,
          narrow: 'lines',
          columns: [
            { id: 'name', label: 'Test', main: true },
            { id: 'value', label: 'Value', figures: true, result: true },
            { id: 'range', label: 'Reference range', figures: true },
            { id: 'flag', label: 'Flag' },
          ],
          rows: values.map((value, at) => ({
            id: `value-${at + 1}`,
            cells: {
              name: nameCell(value),
              value: { text: valueText(value) },
              range: { text: rangeText(value) },
              flag: flagCell(value),
            },
          })),
          empty: { picture: 'list', text: 'This result has no values.' },
        },
      ],
    },
    ...overTime(comparable(values)),
  ]
}

function nameCell({ name, status }: Value): BlockOf<'table'>['rows'][number]['cells'][string] {
  const help = statusWords[status]
  return { text: name, ...(help === undefined ? {} : { help }) }
}

function flagCell({ flag }: Value): BlockOf<'table'>['rows'][number]['cells'][string] {
  return flag === undefined ? { text: '' } : { text: flag, tone: toneOf(flag), tag: true }
}

function overTime(values: readonly Value[]): BlockList {
  const notable = mostNotable(values)
  if (!notable) return []
  const trends = values.map(({ code }, at): BlockOf<'region'> => ({
    kind: 'region',
    id: `trend-${at + 1}`,
    src: testResultPaths.trendRegion({ code }),
    shape: 'table',
  }))
  const tabs = values.map(({ name }, at) => ({
    id: `over-time-${at + 1}`,
    label: name,
    blocks: trends.slice(at, at + 1),
  }))
  return [
    {
      kind: 'section',
      id: 'over-time',
      title: 'Over time',
      blocks:
        tabs.length === 1
          ? trends
          : [
              {
                kind: 'tabs',
                id: 'over-time-tabs',
                label: 'Over time',
                active: `over-time-${values.indexOf(notable) + 1}`,
                tabs,
              },
            ],
    },
  ]
}

interface Trend {
  code: string
  /** The newest first. */
  values: readonly Value[]
  timeZone: string
}

export function trendBlocks({ code, values, timeZone }: Trend): BlockList {
  const id = `trend-of-${code.replaceAll(/[^a-zA-Z0-9]+/g, '-').slice(0, 60)}`
  const [latest, earlier] = values
  if (!latest || !earlier) return [text(id, 'There are no earlier values to compare with.', 'small')]
  return [
    ...trendOf(values, { id, timeZone }),
    {
      kind: 'table',
      id,
      caption: `${latest.name} over time`,
      hideCaption: true,
      narrow: 'lines',
      columns: [
        { id: 'date', label: 'Date', figures: true, main: true },
        { id: 'value', label: 'Value', figures: true, result: true },
        { id: 'flag', label: 'Flag' },
      ],
      rows: values.map((value, at) => ({
        id: `${id}-${at + 1}`,
        cells: {
          date: { text: dateText(dayOf(value.takenAt, timeZone)) },
          value: { text: valueText(value), ...(statusWords[value.status] ? { help: statusWords[value.status] } : {}) },
          flag: flagCell(value),
        },
      })),
      empty: { picture: 'list', text: 'There are no values.' },
    },
  ]
}

function trendOf(values: readonly Value[], { id, timeZone }: { id: string; timeZone: string }): BlockList {
  const points = pointsOf(values)
  const [first, last] = [points.at(0), points.at(-1)]
  if (!first || !last) return []
  const dayText = ({ takenAt }: Value) => dateText(dayOf(takenAt, timeZone))
  const limit = (value: number | undefined) => (value === undefined ? undefined : { value, text: String(value) })
  const [low, high] = [limit(last.low), limit(last.high)]
  return [
    {
      kind: 'trend',
      id: `${id}-line`,
      caption: captionOf(values, points),
      points: points.map((point, at) => ({
        id: `${id}-point-${at + 1}`,
        at: point.takenAt,
        value: point.value,
        text: `${dayText(point)}: ${valueText(point)}${point.flag === undefined ? '' : `, ${point.flag}`}`,
        ...(isNotable(point) ? { marked: true } : {}),
      })),
      dates: { first: dayText(first), last: dayText(last) },
      ...(low || high ? { range: { ...(low ? { low } : {}), ...(high ? { high } : {}) } } : {}),
      fallback: [], // the table has the same values
    },
  ]
}

/** Only the range of the latest value is drawn: laboratories have ranges of their own. */
function captionOf(values: readonly Value[], points: readonly Point[]): string {
  const latest = points.at(-1)
  const hasRange = latest?.low !== undefined || latest?.high !== undefined
  const left = values.length - points.length
  return [
    `${points.length} values.`,
    hasRange ? `Shaded: the reference range of the latest value, ${rangeText(latest)}.` : undefined,
    points.some(isNotable) ? 'Diamonds are values with a flag.' : undefined,
    left > 0 ? `${left === 1 ? 'One value is' : `${left} values are`} only in the table.` : undefined,
  ]
    .filter(Boolean)
    .join(' ')
}
