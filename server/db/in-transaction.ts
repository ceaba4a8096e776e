import { AsyncLocalStorage } from 'node:async_hooks'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

type Transacting = Pick<PgDatabase<NodePgQueryResultHKT>, 'transaction'>

const transactions = new AsyncLocalStorage<{ isOver: boolean }>()

/** Whether this code runs within a transaction that has not ended, whichever handle it uses. */
export function isInTransaction(): boolean {
  return transactions.getStore()?.isOver === false
}

/** Has `isInTransaction` know of the transactions of this handle. */
export function noteTransactions<D extends Transacting>(db: D): D {
  const begin: Transacting['transaction'] = db.transaction.bind(db)
  const transaction: Transacting['transaction'] = (run, config) =>
    begin((tx) => {
      const noted = { isOver: false }
      // What it leaves behind, such as a timer, runs outside of it.
      return transactions.run(noted, () => run(tx).finally(() => (noted.isOver = true)))
    }, config)
  return Object.assign(db, { transaction })
}
