const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
const serializationFailure = '40001'
const deadlock = '40P01'

/** Returns the SQLSTATE of a failed query; drizzle wraps the driver's error. */
function stateOf(error: unknown): string | undefined {
  const inner = error instanceof Error && error.cause ? error.cause : error
  const code = (inner as { code?: unknown } | undefined)?.code // the driver's errors have it
  return typeof code === 'string' ? code : undefined
}

export const isTaken = (error: unknown): boolean => stateOf(error) === uniqueViolation
export const isUnknownReference = (error: unknown): boolean => stateOf(error) === foreignKeyViolation

/**
 * Repeats a whole transaction that was aborted because of a parallel one; distributed engines require this more often
 * than PostgreSQL.
 */
export async function retryConflicts<T>(run: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const state = stateOf(error)
    if (tries <= 1 || (state !== serializationFailure && state !== deadlock)) throw error
    return retryConflicts(run, tries - 1)
  }
}
