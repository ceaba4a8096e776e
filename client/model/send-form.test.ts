// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeXhr, refused, type FakeRequest } from '../../tests/support/fake-xhr.ts'
import { Offline, Refused } from './failures.ts'
import { sendForm } from './send-form.ts'

let requests: FakeRequest[]
beforeEach(() => void (requests = fakeXhr()))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function send() {
  const form = new FormData()
  form.append('room', '7')
  const stop = new AbortController()
  const progress = vi.fn()
  const answer = sendForm('/ui/uploads/room.add', { form, key: 'key-0001', progress, signal: stop.signal })
  const [request] = requests
  if (!request) throw new Error('nothing was sent')
  return { answer, progress, stop, request }
}

describe('a form with a file', () => {
  it('is sent under its key, says how much has left and gives the answer', async () => {
    const { answer, progress, request } = send()
    request.progress(300, 400)
    request.answer(200, { effects: [] })
    expect(await answer).toEqual({ effects: [] })
    expect(request.sent).toEqual({ url: '/ui/uploads/room.add', key: 'key-0001', fields: [['room', '7']] })
    expect(progress.mock.calls).toEqual([[0.75], [1]])
  })

  it('that is refused brings the words of the server', async () => {
    const { answer, request } = send()
    request.answer(422, refused('It is no picture.'))
    const failure = await answer.catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Refused)
    expect((failure as Refused).problem.detail).toBe('It is no picture.')
  })

  it('that a proxy refuses in its own words brings none of them', async () => {
    const { answer, request } = send()
    request.answer(413, '<h1>Too large</h1>')
    await expect(answer).rejects.toMatchObject({ problem: { status: 413, detail: '' } })
  })

  it.each<[string, (request: FakeRequest) => void]>([
    ['whose connection is lost', (request) => request.lose()],
    ['whose answer breaks off', (request) => request.answer(200, '{"effects":')],
  ])('%s is offline', async (_, happen) => {
    const { answer, request } = send()
    happen(request)
    await expect(answer).rejects.toBeInstanceOf(Offline)
  })

  it('that nobody answers is given up in the end', async () => {
    vi.useFakeTimers()
    const { answer, request } = send()
    const outcome = expect(answer).rejects.toBeInstanceOf(Offline)
    request.upload.dispatchEvent(new Event('load'))
    await vi.advanceTimersByTimeAsync(60_000)
    await outcome
    expect(request.aborted).toBe(true)
  })

  it('that is cancelled is aborted', async () => {
    const { answer, request, stop } = send()
    stop.abort()
    await expect(answer).rejects.toHaveProperty('name', 'AbortError')
    expect(request.aborted).toBe(true)
  })
})
