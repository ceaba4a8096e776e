import { inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { Transition } from './transition.ts'

/** What one UPDATE needs to move rows by an event: the condition that it changes something, and the new state. */
export function movedBy<State extends string, Event>(
  column: AnyColumn,
  transitions: readonly Transition<State, Event>[],
  event: Event,
): { isMoved: SQL; state: SQL<State> } {
  const those = transitions.filter(({ on }) => on === event)
  const cases = those.map(({ from, to }) => sql`when ${inArray(column, [...from])} then ${to}`)
  return {
    isMoved: inArray(
      column,
      those.flatMap(({ from }) => from),
    ),
    state: sql<State>`case ${sql.join(cases, sql` `)} end`,
  }
}
