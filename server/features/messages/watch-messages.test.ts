import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Emr } from '../../gateways/emr/emr.ts'
import { runHere } from '../../jobs/run-here.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { messagesTopic } from './message-topics.ts'
import { breathMs } from '../../practice/watching.ts'
import { watchMessages, type WatchServices } from './watch-messages.ts'

type Answer = Awaited<ReturnType<Emr['newMessages']>>

/** A call that the record server of a practice was sent. */
interface Call {
  practice: string
  after: string | undefined
  answer: (answer: Answer) => void
  fail: (error: Error) => void
}

const every = 10_000
/** For the patients with these ids. */
const news = (place: string, ...patientIds: string[]): Answer => ({
  place,
  messages: patientIds.map((patientId) => ({ patientId, messageId: patientId })),
  waits: true,
})
const atOnce = (answer: Answer): Answer => ({ ...answer, waits: false })
const topicOf = (licenseeId: string, patientId: string) => messagesTopic({ licenseeId, patientId })

let calls: Call[]
let published: string[][]
let logged: object[]
let offered: number[]
let stop: () => Promise<void>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })
  calls = []
  published = []
  logged = []
  offered = [2]
  stop = async () => undefined
})
afterEach(async () => {
  await stop()
  vi.useRealTimers()
})

/** Starts a process that serves these practices. */
function watch(...ids: string[]): void {
  const emrOf = ({ id: practice }: Licensee) => ({
    newMessages: (after: string | undefined, wait?: { stop?: AbortSignal }) =>
      new Promise<Answer>((answer, fail) => {
        calls.push({ practice, after, answer, fail })
        wait?.stop?.addEventListener('abort', () => fail(new Error('stopped')))
      }),
  })
  const services = {
    licensees: ids.map((id) => ({ id })),
    emrOf,
    settings: { value: () => offered },
    publish: (topics: string[]) => void published.push(topics),
    places: new Map(),
  } as unknown as WatchServices // all that is used
  const error = (about: object) => void logged.push(about)
  stop = runHere({ error }).start([watchMessages.using(services)])
}

/** Lets what was answered take effect. No poll: it would move the clock that is faked here. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The call of this number, counted from 1. */
async function call(number: number): Promise<Call> {
  await settle()
  if (calls.length < number) vi.advanceTimersByTime(breathMs)
  await settle()
  return calls[number - 1] ?? expect.fail(`there are ${calls.length} calls`)
}

describe('a record server that waits', () => {
  test('is asked again at once after each message, from the place of the last answer', async () => {
    watch('lakeside')
    ;(await call(1)).answer(news('5'))
    ;(await call(2)).answer(news('7', '1001', '1003', '1001'))
    ;(await call(3)).answer(news('8', '1002'))
    await call(4)
    expect(calls.map(({ after }) => after)).toEqual([undefined, '5', '7', '8'])
    expect(published).toEqual([
      [topicOf('lakeside', '1001'), topicOf('lakeside', '1003')],
      [topicOf('lakeside', '1002')],
    ])
  })

  test('is asked again at once when its time has passed, and not sooner than ten seconds after an empty answer', async () => {
    watch('lakeside')
    ;(await call(1)).answer(news('5'))
    const second = await call(2)
    vi.advanceTimersByTime(every - 1)
    second.answer(news('5'))
    await settle()
    expect(calls).toHaveLength(2)
    vi.advanceTimersByTime(1)
    const third = await call(3)
    vi.advanceTimersByTime(every)
    third.answer(news('5'))
    await call(4)
    expect(published).toEqual([])
  })

  test('is not asked in a loop when it repeats the same messages', async () => {
    watch('lakeside')
    ;(await call(1)).answer(news('5'))
    ;(await call(2)).answer(news('5', '1001'))
    await settle()
    expect([calls.length, published]).toEqual([2, []])
  })
})

test('a record server that answers at once is asked every ten seconds, also when there is a message', async () => {
  watch('lakeside')
  ;(await call(1)).answer(atOnce(news('5')))
  await settle()
  expect(calls).toHaveLength(1)
  vi.advanceTimersByTime(every)
  ;(await call(2)).answer(atOnce(news('6', '1001')))
  await settle()
  expect([calls.length, published]).toEqual([2, [[topicOf('lakeside', '1001')]]])
  vi.advanceTimersByTime(every)
  expect((await call(3)).after).toBe('6')
})

test('a record server that was down is asked every ten seconds, from where it was left, and logged ever more rarely', async () => {
  watch('lakeside')
  ;(await call(1)).answer(news('5'))
  for (let number = 2; number <= 6; number++) {
    ;(await call(number)).fail(new Error('no connection'))
    await settle()
    expect(calls).toHaveLength(number)
    vi.advanceTimersByTime(every)
  }
  ;(await call(7)).answer(news('9', '1001'))
  await call(8)
  expect(calls.slice(1).map(({ after }) => after)).toEqual([...Array.from({ length: 6 }, () => '5'), '9'])
  expect(published).toEqual([[topicOf('lakeside', '1001')]])
  expect(logged).toEqual(
    [1, 2, 4].map((failures) => expect.objectContaining({ job: 'messages.watch', licensee: 'lakeside', failures })),
  )
})

test('a practice whose record server hangs delays no other', async () => {
  watch('northgate', 'lakeside')
  await call(2)
  const callOf = (practice: string) => calls.findLast((each) => each.practice === practice)
  callOf('lakeside')?.answer(news('5'))
  await call(3)
  callOf('lakeside')?.answer(news('6', '1001'))
  await call(4)
  expect(calls.filter(({ practice }) => practice === 'northgate')).toHaveLength(1)
  expect(published).toEqual([[topicOf('lakeside', '1001')]])
})

test('a practice that does not offer messages is left alone, from the next answer on', async () => {
  watch('lakeside')
  const first = await call(1)
  offered = []
  first.answer(news('5'))
  await settle()
  vi.advanceTimersByTime(every)
  await settle()
  expect(calls).toHaveLength(1)
  offered = [2]
  vi.advanceTimersByTime(every)
  expect((await call(2)).after).toBe('5')
})

test('a process that stops ends the call and logs no failure', async () => {
  watch('lakeside')
  await call(1)
  await stop()
  expect([calls.length, logged]).toEqual([1, []])
})
