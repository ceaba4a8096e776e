import { expect, test } from 'vitest'
import { drawInWorker, TooLargeToDraw } from './draw-in-worker.ts'
import { sheetPdf } from './sheet-pdf.ts'

const threadThat = (does: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => { ${does} })`)}`,
  )
const endless = threadThat('for (;;);')
const greedy = threadThat('for (const all = []; ; ) all.push(Array.from({ length: 1000 }, () => ({})))')
const broken = threadThat('parentPort.postMessage({ failure: "a broken file" })')

const small = () => sheetPdf({ title: 'Rooms', parts: [{ type: 'paragraph', text: 'Hall' }], createdAt: new Date(0) })

test('a file that takes more memory than any is refused, and the next one is drawn', async () => {
  await expect(drawInWorker(greedy, {})).rejects.toThrow(TooLargeToDraw)
  expect((await small()).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a file ends with the connection that waits for it, and lets the next one be drawn', async () => {
  const [drawing, waiting] = [new AbortController(), new AbortController()]
  const drawn = drawInWorker(endless, {}, drawing.signal)
  const queued = drawInWorker(endless, {}, waiting.signal)
  const next = small()
  waiting.abort(new Error('closed in the queue'))
  drawing.abort(new Error('closed'))
  await expect(drawn).rejects.toThrow('closed')
  await expect(queued).rejects.toThrow('closed in the queue')
  expect((await next).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a file that cannot be drawn says where, and leaves the thread to others', async () => {
  await expect(drawInWorker(broken, {})).rejects.toThrow('a broken file')
  expect((await small()).subarray(0, 5).toString()).toBe('%PDF-')
})
