import type { Busy, Confirm } from '../../schemas/action.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { Portal } from '../model/portal.ts'

/** What a person wants the server to do. */
export interface SentAct {
  action: string
  input: Record<string, unknown>
  confirm?: Confirm
  busy?: Busy
}
/** Not done and no problem: the person thought better of it. */
export interface Outcome {
  done: boolean
  /** The effects brought newer content. */
  renewed?: boolean
  problem?: Problem
}
/** Sends an act and applies its effects, of which one may be another act. */
export type Act = (portal: Portal, sent: SentAct) => Promise<Outcome>
