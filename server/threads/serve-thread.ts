import { parentPort } from 'node:worker_threads'

/** What a thread returns: its output, or why there is none. */
export type Answer = { output: unknown; failure?: undefined } | { failure: string; output?: undefined }

/** Makes this module the entry of a thread for `inThread`. */
export function serveThread<Input>(work: (input: Input) => Promise<unknown>): void {
  parentPort?.on('message', (input: Input) => {
    void answerOf(work, input).then((answer) => parentPort?.postMessage(answer))
  })
}

async function answerOf<Input>(work: (input: Input) => Promise<unknown>, input: Input): Promise<Answer> {
  try {
    return { output: await work(input) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
