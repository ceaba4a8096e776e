/**
 * Returns what the log may contain of an error: its name, its code and the line that threw it. The message is left out
 * because it may contain user input, as the values of a failed query.
 */
export function faultOf(error: unknown): { fault: string; code?: string; at?: string } {
  if (!(error instanceof Error)) return { fault: typeof error }
  const { code } = innermost(error) as NodeJS.ErrnoException // drivers and Node's own calls set it
  const at = /^\s+at .*$/m.exec(error.stack ?? '')?.[0].trim()
  return { fault: error.name, ...(typeof code === 'string' ? { code } : {}), ...(at ? { at } : {}) }
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error
}
