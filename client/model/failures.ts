import type { Problem } from '../../schemas/problem.ts'

/** Nothing came back: no network, or the server did not answer in time. */
export class Offline extends Error {}

/** The server said no, and why. */
export class Refused extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

export async function refusal(response: Response): Promise<Refused> {
  const said: unknown = await response.json().catch(() => undefined)
  return new Refused(refusalFrom(response.status, said))
}

/** The problem that was said, or one without words. */
export function refusalFrom(status: number, said: unknown): Problem {
  return isProblem(said) ? said : nameless(status)
}

function isProblem(said: unknown): said is Problem {
  return typeof said === 'object' && said !== null && 'detail' in said && 'errors' in said && Array.isArray(said.errors)
}

// A proxy in between may answer in its own words; those are never shown.
export function nameless(status: number): Problem {
  return { type: 'about:blank', title: '', status, detail: '', code: 'unknown', errors: [] }
}
