import type { TSchema } from 'typebox'
import { Action, actionKinds, Busy, Confirm } from './action.ts'
import { Block, blockSchemas } from './blocks.ts'
import { CallMet, CallSignal } from './calls.ts'
import { Condition } from './condition.ts'
import { Dialog } from './dialog.ts'
import { Effect, effectKinds, Effects } from './effect.ts'
import { Extension } from './extension.ts'
import { Drawn, Ended, Hint, Watch } from './live.ts'
import { Problem } from './problem.ts'
import { RegionContent, Screen } from './screen.ts'
import { Shell } from './shell.ts'

/** Every published schema. Each is served at /ui/schemas/{its $id}. */
export const contract: readonly TSchema[] = [
  Screen,
  RegionContent,
  Shell,
  Dialog,
  Problem,
  Effects,
  Effect,
  ...Object.values(effectKinds),
  Action,
  ...Object.values(actionKinds),
  Confirm,
  Busy,
  Block,
  ...Object.values(blockSchemas),
  Extension,
  Condition,
  Hint,
  Ended,
  Watch,
  Drawn,
  CallMet,
  CallSignal,
]
