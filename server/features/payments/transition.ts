/** One or several changes of state. A pair of state and event that no transition of a table lists changes nothing. */
export interface Transition<State, Event> {
  from: readonly State[]
  on: Event
  to: State
}
