// A thread that parses long answers in JSON: see long-answer.ts. It is no TypeScript, so that it needs no loader.
import { parentPort } from 'node:worker_threads'

/** In characters. */
const long = 64 * 1024

parentPort.on('message', (body) => {
  const texts = []
  const output = parsed(Buffer.from(body).toString('utf8'), (text) => {
    texts.push(text.buffer)
    return text
  })
  parentPort.postMessage({ output }, texts)
})

function parsed(json, keep) {
  const withBytes = (_name, value) => {
    return typeof value === 'string' && value.length > long ? keep(new TextEncoder().encode(value)) : value
  }
  try {
    return { value: JSON.parse(json, withBytes) }
  } catch (error) {
    if (error instanceof SyntaxError) return { isNoJson: true }
    throw error
  }
}
