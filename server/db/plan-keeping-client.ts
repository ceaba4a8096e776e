import pg from 'pg'

/** Named statements of one connection; the texts after them are planned each time, so that memory stays bounded. */
const mostNames = 500
/** After so many statements all are planned anew: a plan suits the sizes that the tables had when it was made. */
const statementsPerPlan = 10_000

/**
 * Gives each text with parameters a name, so that the database plans it once and not each time:
 * planning takes up to two thirds of a small statement (docs/decisions/0064).
 */
export class PlanKeepingClient extends pg.Client {
  readonly #names = new Map<string, string>()
  #statements = 0

  override query(config: unknown, values?: unknown, done?: unknown): never {
    if (++this.#statements % statementsPerPlan === 0) super.query('discard plans').catch(() => undefined) // an aborted transaction refuses it
    const query = super.query as (...args: unknown[]) => never // its overloads are not repeated here
    return query.call(this, this.#named(config, values), values, done)
  }

  /** Texts without parameters stay as they are: what begins and ends a transaction has no plan. */
  #named(config: unknown, values: unknown): unknown {
    if (!isStatement(config) || !Array.isArray(values) || values.length === 0) return config
    const { text } = config
    if (!this.#names.has(text) && this.#names.size < mostNames) this.#names.set(text, `plan_${this.#names.size}`)
    return { ...config, name: this.#names.get(text) }
  }
}

/** As drizzle sends it. */
function isStatement(config: unknown): config is { text: string } {
  return typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string'
}
