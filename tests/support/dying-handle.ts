/** The most statements that any work here has. */
const most = 200

/** A database handle that dies after a number of statements, as if its connection was lost, and lives again. */
export interface DyingHandle {
  /** For `onStatement` of a portal. */
  hear: (text: string) => void
  /**
   * Does `each` again and again, with a handle that dies before the first statement of its work, the second and so on,
   * until it outlives the work. Returns the number of statements.
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
      for (let statements = 0; statements < most; statements++) {
        isDead = false
        await each(async (work) => {
          left = statements
          return work().finally(() => (left = Infinity))
        })
        if (!isDead) return statements
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
