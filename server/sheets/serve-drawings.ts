import { parentPort } from 'node:worker_threads'

/** What a thread returns: a file, or why there is none. */
export type Drawn = { bytes: Uint8Array<ArrayBuffer>; failure?: undefined } | { failure: string; bytes?: undefined }

/** Makes this module the entry of a thread for `drawInWorker`. */
export function serveDrawings<Input>(draw: (input: Input) => Promise<Buffer>): void {
  parentPort?.on('message', (input: Input) => {
    void drawnBy(draw, input).then((drawn) => parentPort?.postMessage(drawn, drawn.bytes ? [drawn.bytes.buffer] : []))
  })
}

async function drawnBy<Input>(draw: (input: Input) => Promise<Buffer>, input: Input): Promise<Drawn> {
  try {
    return { bytes: Uint8Array.from(await draw(input)) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
