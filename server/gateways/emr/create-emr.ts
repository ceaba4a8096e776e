import { joinAreas } from './area.ts'
import { areas } from './areas.ts'
import type { Emr } from './emr.ts'
import { createRecordClient, type CallRecord } from './record-client.ts'
import { createReferenceCache } from './reference-cache.ts'

export interface EmrOptions {
  /** The practice's base URL at its record server, ending in `/api/`. */
  baseUrl: string
  /** The bearer token of the practice; default none. */
  token?: string
  /** The limit for each call as a whole. */
  timeoutMs?: number
  retryPauseMs?: number
  /** How long reference data is cached. */
  keepMs?: number
  connections?: number
  /** Failures in a row that open the circuit, and how long it stays open. */
  failures?: number
  restMs?: number
  now?: () => Date
  random?: () => number
  onCall?: (record: CallRecord) => void
}

/** The gateway to one practice's record server. Close it when the portal stops. */
export function createEmr(options: EmrOptions): Emr & { close(): Promise<void> } {
  const { timeoutMs = 5000, retryPauseMs = 100, keepMs = 60_000, connections = 32, random = Math.random } = options
  const now = options.now ?? (() => new Date())
  const clock = () => now().getTime()
  const client = createRecordClient({ ...options, timeoutMs, retryPauseMs, connections, random, now: clock })
  const cache = createReferenceCache({ keepMs, now: clock })
  return { ...joinAreas(areas, { client, cache, now }), close: () => client.close() }
}
