import type { Problem } from '../../schemas/problem.ts'

/** No response: no network, or the server did not respond in time. */
export class Offline extends Error {}

/** The server refused; `problem` says why. */
export class Refused extends Error {
  readonly problem: Problem
  /** When a screen in the problem was drawn: see Source. */
  readonly asOf: string | undefined
  constructor(problem: Problem, asOf?: string) {
    super(problem.detail)
    this.problem = problem
    this.asOf = asOf
  }
}

/** The same request may succeed in a moment: it says nothing about what is shown. */
export function isTemporary(failure: unknown): boolean {
  if (failure instanceof Refused) return failure.problem.status >= 500 || failure.problem.status === 429
  return failure instanceof Offline
}

export async function refusal(response: Response): Promise<Refused> {
  const body: unknown = await response.json().catch(() => undefined)
  return new Refused(refusalFrom(response.status, body), asOfIn(response))
}

/** When the content of a response was drawn; opaque. */
export function asOfIn({ headers }: Response): string | undefined {
  return headers.get('x-as-of') ?? undefined
}

/** Returns the problem in the response, or one without text if the response has none. */
export function refusalFrom(status: number, body: unknown): Problem {
  return isProblem(body) ? body : nameless(status)
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'detail' in body && 'errors' in body && Array.isArray(body.errors)
}

// A proxy may respond with its own text, which is never shown.
export function nameless(status: number): Problem {
  return { type: 'about:blank', title: '', status, detail: '', code: 'unknown', errors: [] }
}
