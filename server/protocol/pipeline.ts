/** One step of a request. It continues by calling `next`, or ends the request by throwing a Failure. */
export type Step<R> = (request: R, next: () => Promise<void>) => Promise<void>

/** Runs the steps from top to bottom, each wrapping those below it. */
export async function runSteps<R>([step, ...below]: readonly Step<R>[], request: R): Promise<void> {
  await step?.(request, () => runSteps(below, request))
}
