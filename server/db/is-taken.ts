const uniqueViolation = '23505'

/** Returns whether a query failed because another row has the same unique value; drizzle wraps the driver's error. */
export function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  const { code } = (cause instanceof Error ? cause : error) as { code?: unknown } // the driver's errors have it
  return code === uniqueViolation
}
