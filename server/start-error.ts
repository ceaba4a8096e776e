import { StartRefused } from './config.ts'
import { FolderInUse } from './db/folder-lock.ts'

/** Says why the portal could not start or stop, for the person who runs it. */
export function sentenceFor(error: unknown): string {
  if (error instanceof StartRefused || error instanceof FolderInUse) return error.message
  const { code, port } = error as { code?: string; port?: number } // a failed listen
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use already. Stop the other program, or choose another port with ${variableOf(port)}.`
  return error instanceof Error ? error.message : String(error)
}

/** Returns the environment variable that sets a port. */
function variableOf(port?: number): string {
  const { SANDBOX_PORT = 3001, SANDBOX_SMTP_PORT = 3002 } = process.env
  if (port === Number(SANDBOX_PORT)) return 'SANDBOX_PORT'
  return port === Number(SANDBOX_SMTP_PORT) ? 'SANDBOX_SMTP_PORT' : 'PORT'
}
