import { expect, test } from 'vitest'
import { inThread, TooCostly } from './in-thread.ts'
import { sheetPdf } from '../sheets/sheet-pdf.ts'

const threadThat = (does: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
      parentPort.on('message', (input) => { ${does} })`)}`,
  )
const endless = threadThat('for (;;);')
const greedy = threadThat('for (const all = []; ; ) all.push(Array.from({ length: 1000 }, () => ({})))')
const broken = threadThat('parentPort.postMessage({ failure: "a broken file" })')

const small = () => sheetPdf({ title: 'Rooms', parts: [{ type: 'paragraph', text: 'Hall' }], createdAt: new Date(0) })

test('a file that takes more memory than any is refused, and the next one is drawn', async () => {
  await expect(inThread(greedy, {})).rejects.toThrow(TooCostly)
  expect((await small()).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a file ends with the connection that waits for it, and lets the next one be drawn', async () => {
  const [drawing, waiting] = [new AbortController(), new AbortController()]
  const drawn = inThread(endless, {}, { signal: drawing.signal })
  const queued = inThread(endless, {}, { signal: waiting.signal })
  const next = small()
  waiting.abort(new Error('closed in the queue'))
  drawing.abort(new Error('closed'))
  await expect(drawn).rejects.toThrow('closed')
  await expect(queued).rejects.toThrow('closed in the queue')
  expect((await next).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a thread that fails after its answer ends neither the process nor the next file', async () => {
  const late = threadThat(
    "parentPort.postMessage({ output: 'done' }); Atomics.wait(input, 0, 0); throw new Error('too late')",
  )
  const untilReceived = new Int32Array(new SharedArrayBuffer(4))
  expect(await inThread(late, untilReceived)).toBe('done')
  Atomics.store(untilReceived, 0, 1)
  Atomics.notify(untilReceived, 0)
  const next = () => new Int32Array(new SharedArrayBuffer(4))
  await expect.poll(() => inThread(late, next()).catch(() => 'the thread ended meanwhile')).toBe('done')
})

test('a file that cannot be drawn says where, and leaves the thread to others', async () => {
  await expect(inThread(broken, {})).rejects.toThrow('a broken file')
  expect((await small()).subarray(0, 5).toString()).toBe('%PDF-')
})
