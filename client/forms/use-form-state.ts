import { useContext, useState } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { createStore, useStore } from '../base/store.ts'
import { PortalContext } from '../model/portal-context.ts'
import type { View } from '../model/state.ts'
import type { FormError } from './form-errors.ts'
import { changedFields, mergeFresh, startValue, type Value } from './form-value.ts'

interface FormMemory {
  value: Value
  /** The fields that the user changed since the last value from the server. */
  touched: ReadonlySet<string>
  /** The value of the block that `value` was last derived from. */
  from: Value
  /** The arrival at which it was. */
  arrival: number | undefined
  /** Errors beside the fields. After the first submit they update while typing. */
  local: FormError[]
  remote: FormError[]
  /** Errors above the form, as of the last submit. */
  summary: FormError[]
  /** Counts the summaries, so that each takes the focus once. */
  turn: number
  tried: boolean
}
export interface FormState extends FormMemory {
  type: (value: Value, local?: FormError[]) => void
  /** The schema checks failed. */
  refuse: (local: FormError[]) => void
  /** The server refused the input. */
  refuseRemotely: (remote: FormError[]) => void
  /**
   * The form was sent. Resets to the server's value if the response brought one; otherwise keeps the typed value until
   * the server sends a newer one, or the screen is opened anew.
   */
  settle: (renewed: boolean) => void
}

export function useFormState(block: BlockOf<'form'>): FormState {
  const arrival = useStore(useContext(PortalContext)?.view ?? unconnected)?.arrival
  const [memory, setMemory] = useState(() => begin(block, arrival))
  // State is updated during rendering, as React recommends, so that the old value is never shown. A screen that is opened
  // anew may have the same value as before: what was sent from it is not kept for that.
  if (memory.from !== block.value || memory.arrival !== arrival) setMemory(takeOver(memory, block, arrival))
  const change = (part: (before: FormMemory) => Partial<FormMemory>) =>
    setMemory((before) => ({ ...before, ...part(before) }))
  return {
    ...memory,
    type: (value, local) => change((before) => typed(before, value, local)),
    refuse: (local) => change(({ turn }) => ({ local, remote: [], summary: local, tried: true, turn: turn + 1 })),
    refuseRemotely: (remote) =>
      change(({ value, turn }) => ({
        value: cleared(value, remote),
        local: [],
        remote,
        summary: remote,
        tried: true,
        turn: turn + 1,
      })),
    settle: (renewed) =>
      setMemory((before) =>
        renewed ? { ...begin(block, arrival), from: Object.freeze({}), turn: before.turn } : { ...before, ...quiet },
      ),
  }
}

const unconnected = createStore<View | undefined>(undefined)
const quiet = { touched: new Set<string>(), local: [], remote: [], summary: [], tried: false }

function begin(block: BlockOf<'form'>, arrival: number | undefined): FormMemory {
  return { value: startValue(block), from: block.value, arrival, turn: 0, ...quiet }
}

function takeOver(memory: FormMemory, block: BlockOf<'form'>, arrival: number | undefined): FormMemory {
  return { ...memory, value: mergeFresh(memory.touched, memory.value, startValue(block)), from: block.value, arrival }
}

function cleared(value: Value, errors: readonly FormError[]): Value {
  const gone = new Set(errors.filter(({ clear }) => clear).map(({ field }) => field))
  return Object.fromEntries(Object.entries(value).filter(([name]) => !gone.has(name)))
}

/** A server error stays until the user changes its field. */
function typed(before: FormMemory, value: Value, local: FormError[] = before.local): Partial<FormMemory> {
  const remote = before.remote.filter(({ field }) => field !== undefined && before.value[field] === value[field])
  return { value, local, remote, touched: new Set([...before.touched, ...changedFields(before.value, value)]) }
}
