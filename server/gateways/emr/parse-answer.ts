import { parentPort } from 'node:worker_threads'

/** In characters. */
const long = 64 * 1024

/** The thread that parses long answers in JSON (long-answer.ts): what is long goes out as bytes, which are given away. */
parentPort?.on('message', (body: ArrayBuffer) => {
  const texts: ArrayBuffer[] = []
  const output = parsed(Buffer.from(body).toString('utf8'), (text) => {
    texts.push(text.buffer)
    return text
  })
  parentPort?.postMessage({ output }, texts)
})

function parsed(json: string, keep: (text: Uint8Array<ArrayBuffer>) => Uint8Array) {
  const withBytes = (_name: string, value: unknown) => {
    return typeof value === 'string' && value.length > long ? keep(new TextEncoder().encode(value)) : value
  }
  try {
    const value: unknown = JSON.parse(json, withBytes)
    return { value }
  } catch (error) {
    if (error instanceof SyntaxError) return { isNoJson: true }
    throw error
  }
}
