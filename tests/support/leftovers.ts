import { aroundAll } from 'vitest'
import { beginFile, pause } from './open-resources.ts'

/** How long closing may take, in milliseconds: keep-alive connections end after a few seconds. */
const graceMs = 15_000

/**
 * A test file that leaves timers, servers, sockets or processes open fails: they would disturb the next file in the
 * same worker.
 */
aroundAll(async (runFile) => {
  const left = beginFile()
  await runFile()
  const end = Date.now() + graceMs
  while (left().length > 0 && Date.now() < end) await pause(50)
  if (left().length > 0)
    throw new Error(
      `This file leaves open what it started: ${left().join(', ')}. Run it with --detect-async-leaks to see where.`,
    )
})
