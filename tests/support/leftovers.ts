import { aroundAll } from 'vitest'
import { beginFile, pause } from './open-resources.ts'

/** How long what was closed may take to be gone, in milliseconds: connections that are kept alive end after a few seconds. */
const graceMs = 15_000

/** A file that leaves timers, servers, sockets or processes behind fails: its modules stay, and the next file would meet them. */
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
