import Type from 'typebox'
import type { Effect } from '../../../schemas/effect.ts'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { recordNoticeSettings } from '../../practice/record-notice.settings.ts'
import { testResultSettings } from './test-results.settings.ts'
import { closed } from '../../../schemas/base.ts'
import {
  documentAddresses,
  documentDialog,
  documentFiles,
  documentName,
  openDocument,
} from '../../practice/document-files.ts'
import { accountSections, messageSubjects, recordParts } from '../../practice/extension-points.ts'
import { markOpened } from '../../practice/mark-opened.ts'
import { partOffered } from '../../practice/offered.ts'
import { recordTopic } from '../../practice/record-topics.ts'
import { resultFiles, testResultPaths } from './test-results.paths.ts'
import { goTo } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { action, feature, region, screen } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { lastPageOf, pageParameters, pageRequestOf } from '../../protocol/paging.ts'
import { actingPrincipal, isViewer } from '../../protocol/principal.ts'
import type { Reads } from '../../protocol/trace.ts'
import { nameWithDay } from '../../protocol/time-words.ts'
import type { TestResult } from '../../gateways/emr/test-results/test-results.ts'
import type { Services } from '../../services.ts'
import { markReviewed } from './mark-reviewed.ts'
import { keepOpened, openedOf } from './opened-results.store.ts'
import { resultsPart } from './results-part.ts'
import { waitingSection } from './waiting-section.ts'
import { testResultsMessages } from './test-results.messages.ts'
import { asOpened, awaitsChoice, latestShown } from './test-results.rules.ts'
import {
  listRegion,
  previewTitle,
  resultListBlocks,
  resultScreen,
  resultsScreen,
  sizes,
  trendBlocks,
  valuesBlocks,
} from './test-results.screens.ts'

const offered = (reads: Reads) => partOffered(reads, 'testResults')
const guarded = { guard: patientsAndGuardians, offered, off: { what: 'Test results' } } as const
const messagesOffered = (reads: Reads) => partOffered(reads, 'messages')
const listQuery = closed(pageParameters)
const ResultId = Type.String({ maxLength: 20 })
const resultQuery = closed({ result: Type.Optional(ResultId) })
const trendQuery = closed({ code: Type.Optional(Type.String({ maxLength: 200 })) })
const resultInput = closed({ result: ResultId })
const part = { id: 'testResults', label: 'Test results', icon: 'clipboard', ...guarded } as const
const tileText = 'Read your results and what your physician says.'

type ResultServices = Pick<Services, 'db' | 'emrOf' | 'jobs' | 'licensees' | 'publish'>

/** Results of laboratories, with the words of the physician about them (specification 2 §2.8, §4.5). */
export const testResults = feature('testResults', (services: ResultServices) => {
  const { db, emrOf, jobs } = services
  const release = waitingSection({ db }, guarded)
  const patientOf = (context: Context) => ({
    licenseeId: context.licensee.id,
    patientId: actingPrincipal(context).patient.id,
  })
  const topicOf = (context: Context) => recordTopic(patientOf(context), 'testResults')
  /** Read before the record: what the job tells it in between is then in both, never in neither. */
  const openedIn = (context: Context) => openedOf(db, patientOf(context))
  const refOf = (context: Context, resultId: string) => ({ patientId: actingPrincipal(context).patient.id, resultId })
  const unknown = () => new Failure('testResults.unknown', { status: 404 })
  const officeOf = (context: Context) =>
    context.show('questions', messagesOffered) ? context.setting(practiceSettings.Practice_Phone) : undefined

  /** How many results are new to the person. */
  async function countNew(context: Context): Promise<number> {
    context.dependsOn(topicOf(context))
    const emr = emrOf(context.licensee)
    const { patientId } = patientOf(context)
    const opened = await openedIn(context)
    const [isWaiting, { unseen, unseenPending }] = await Promise.all([
      release.waits(context),
      emr.testResults(patientId, { page: 1, size: 1 }),
    ])
    if (opened.size === 0) return isWaiting ? unseen - unseenPending : unseen
    const isCounted = ({ id, isPendingReview }: TestResult) => !opened.has(id) && !(isWaiting && isPendingReview)
    return (await emr.newTestResults(patientId)).filter(isCounted).length
  }

  const open = action({
    ...guarded,
    name: 'testResults.open',
    about: 'Viewed a test result',
    forViewers: true,
    input: resultInput,
    run: async (context, { result: id }) => {
      context.trace.document = { id }
      const shown: Effect[] = [{ type: 'navigate', to: testResultPaths.result({ result: id }) }]
      if (isViewer(context.principal)) return shown
      const opened = { ...patientOf(context), resultId: id }
      const marked = await markOpened({
        mark: () => emrOf(context.licensee).acknowledgeTestResult(opened),
        markLater: () =>
          db.transaction(async (tx) => {
            await keepOpened(tx, { ...opened, openedAt: context.now() })
            await jobs.add(tx, markReviewed, opened)
          }),
      })
      if (marked && marked.result === undefined) throw unknown()
      context.publish([topicOf(context)])
      return shown
    },
  })
  const preview = action({
    ...guarded,
    name: 'testResults.preview',
    about: 'Opened the document of a test result',
    forViewers: true,
    repeatable: true,
    input: resultInput,
    run: async (context, { result: id }) => {
      context.trace.document = { id }
      const opened = await openedIn(context)
      const content = await openDocument(context, () => emrOf(context.licensee).testResultWithPdf(refOf(context, id)))
      if (!content?.hasPdf || awaitsChoice(asOpened(content.result, opened)))
        throw new Failure('testResults.noDocument', { status: 404 })
      const addresses = documentAddresses(testResultPaths, id)
      return [{ type: 'open', dialog: documentDialog({ title: previewTitle(content.result), addresses }) }]
    },
  })

  return {
    settings: [...Object.values(testResultSettings), ...Object.values(recordNoticeSettings)],
    messages: testResultsMessages,
    actions: [open, preview, release.choose],
    jobs: [markReviewed.using(services)],
    extends: [
      accountSections.add(release.section),
      recordParts.add(resultsPart),
      messageSubjects.add({
        kind: 'result',
        load: async (context, id) => {
          if (!offered(context)) return undefined
          const result = await emrOf(context.licensee).testResult(refOf(context, id))
          if (!result) return undefined
          const label = nameWithDay(result.testType, result.day)
          return { label, subject: `Question about my ${label}`.slice(0, 200) }
        },
      }),
    ],
    menu: [
      {
        menu: 'main',
        ...part,
        do: goTo(testResultPaths.list()),
        count: async (context) => {
          const value = await countNew(context)
          return value === 0 ? undefined : { value, words: `${value} new` }
        },
      },
    ],
    cards: [
      { kind: 'tile', ...part, text: tileText, to: testResultPaths.list() },
      {
        kind: 'toDo',
        ...part,
        id: 'new-results',
        to: testResultPaths.list(),
        load: async (context) => {
          const count = await countNew(context)
          return count === 0 ? undefined : { text: count === 1 ? '1 new test result' : `${count} new test results` }
        },
      },
    ],
    landingTiles: [{ ...part, text: tileText, to: testResultPaths.list() }],
    screens: [
      screen({
        ...guarded,
        route: testResultPaths.list.route,
        aliases: ['/user/home/testresults'],
        about: 'Test results',
        query: listQuery,
        rules: { questions: messagesOffered },
        load: (context, { query }) =>
          resultsScreen({
            page: pageRequestOf(query, sizes),
            notice: context.setting(recordNoticeSettings.Cures_Act_Compliance_Message),
            office: officeOf(context),
          }),
      }),
      screen({
        ...guarded,
        route: testResultPaths.result.route,
        under: testResultPaths.list.route,
        aliases: [resultFiles],
        about: 'A test result, with the words of the physician',
        query: resultQuery,
        actions: [open, preview],
        rules: { questions: messagesOffered },
        load: async (context, { query: { result: id = '' } }) => {
          context.dependsOn(topicOf(context))
          const opened = await openedIn(context)
          const result = await emrOf(context.licensee).testResult(refOf(context, id))
          if (!result) throw unknown()
          return resultScreen({
            result: asOpened(result, opened),
            pendingText: context.setting(testResultSettings.Provider_Pending_Review_Message),
            office: officeOf(context),
            open,
            preview,
            timeZone: context.licensee.timeZone,
          })
        },
      }),
    ],
    regions: [
      region({
        ...guarded,
        name: listRegion,
        actions: [open],
        about: 'The test results of the patient, a page of them',
        query: listQuery,
        load: async (context, query) => {
          context.dependsOn(topicOf(context))
          const request = pageRequestOf(query, sizes)
          const { size } = request
          const ask = (page: number) =>
            emrOf(context.licensee).testResults(actingPrincipal(context).patient.id, { page, size })
          const opened = await openedIn(context)
          const [isWaiting, first] = await Promise.all([release.waits(context), ask(request.page)])
          const page = Math.min(request.page, lastPageOf(first.total, size))
          const { results: rows, total } = page === request.page ? first : await ask(page)
          return resultListBlocks({
            page: { ...request, page, total, rows: rows.map((result) => asOpened(result, opened)) },
            isWaiting,
            open,
            timeZone: context.licensee.timeZone,
          })
        },
      }),
      region({
        ...guarded,
        name: testResultPaths.valuesRegion.route,
        about: 'The values of a test result',
        query: resultQuery,
        load: async (context, { result: id = '' }) => {
          const opened = await openedIn(context)
          const content = await emrOf(context.licensee).testResultValues(refOf(context, id))
          if (!content || awaitsChoice(asOpened(content.result, opened))) throw unknown()
          return valuesBlocks(content.values)
        },
      }),
      region({
        ...guarded,
        name: testResultPaths.trendRegion.route,
        about: 'One value over time, in all test results that the patient has chosen to see',
        query: trendQuery,
        load: async (context, { code = '' }) => {
          const emr = emrOf(context.licensee)
          const patientId = actingPrincipal(context).patient.id
          const opened = await openedIn(context)
          const [unseen, values] = await Promise.all([
            emr.newTestResults(patientId),
            emr.testResultTrend({ patientId, code }),
          ])
          const hidden = unseen.map((result) => asOpened(result, opened))
          return trendBlocks({ code, values: latestShown(values, hidden), timeZone: context.licensee.timeZone })
        },
      }),
    ],
    files: documentFiles({
      ...guarded,
      name: 'testResults',
      what: 'the document of a test result',
      paths: testResultPaths,
      load: async (context, id, requested) => {
        const opened = await openedIn(context)
        const content = await emrOf(context.licensee).testResultPdf(refOf(context, id), requested)
        if (!content?.pdf) return undefined
        if (!awaitsChoice(asOpened(content.result, opened)))
          return { ...content.pdf, fileName: documentName(context, { what: 'lab result', day: content.result.day }) }
        content.pdf.body.destroy()
        return undefined
      },
    }),
  }
})
