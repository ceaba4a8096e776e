import type { Busy, Confirm } from '../../schemas/action.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { Portal } from '../model/portal.ts'

/** An action to send to the server. */
export interface SentAct {
  action: string
  input: Record<string, unknown>
  confirm?: Confirm
  busy?: Busy
}
/** Neither done nor failed: the user cancelled. */
export interface Outcome {
  done: boolean
  /** An effect brought newer content. */
  renewed?: boolean
  problem?: Problem
}
/** Sends an action and applies its effects; an effect may run another action. */
export type Act = (portal: Portal, sent: SentAct) => Promise<Outcome>
