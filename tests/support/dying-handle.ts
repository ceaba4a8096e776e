import { expect } from 'vitest'
import { drawnStep } from './sample.ts'

/** The most statements that any work here has. */
const most = 200

/** A database handle that dies after a number of statements, as if its connection was lost, and lives again. */
export interface DyingHandle {
  /** For `onStatement` of a portal. */
  hear: (text: string) => void
  /**
   * Does `each` again and again, with a handle that dies before the first statement of its work and then before later
   * ones, drawn for each run (at night before every one), until it outlives the work. Returns the number of statements.
   */
  everyDeath(each: (dying: <T>(work: () => Promise<T>) => Promise<T>) => Promise<void>): Promise<number>
}

export function dyingHandle(): DyingHandle {
  let left = Infinity
  let isDead = false
  return {
    hear: (text) => {
      if (left > 0 || isSpared(text)) {
        if (!isSpared(text)) left--
        return
      }
      isDead = true
      throw new Error('the connection to the database was lost')
    },
    everyDeath: async (each) => {
      const test = expect.getState().currentTestName ?? ''
      for (let statements = 0; statements < most; statements += drawnStep(`${test} ${statements}`, 5)) {
        isDead = false
        let heard = 0
        await each(async (work) => {
          left = statements
          return work().finally(() => {
            heard = statements - left
            left = Infinity
          })
        })
        if (!isDead) return heard
      }
      throw new Error(`the work has more than ${most} statements`)
    },
  }
}

/**
 * A lost connection rolls back by itself, and a transaction dies at its first statement. The queue lives on, apart from
 * what a transaction adds to it, and so do tests.
 */
function isSpared(text: string): boolean {
  if (/\bjobs\./.test(text)) return !/\binsert into\b/i.test(text)
  return /^\s*(begin|rollback)/i.test(text) || text.startsWith('select clock_timestamp()') // by runNow
}
