import { useState } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { FormError } from './form-errors.ts'
import { changedFields, mergeFresh, startValue, type Value } from './form-value.ts'

interface FormMemory {
  value: Value
  /** The fields that the user changed since the last value from the server. */
  touched: ReadonlySet<string>
  /** The value of the block that `value` was last derived from. */
  from: Value
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
   * the server sends a newer one.
   */
  settle: (renewed: boolean) => void
}

export function useFormState(block: BlockOf<'form'>): FormState {
  const [memory, setMemory] = useState(() => begin(block))
  // State is updated during rendering, as React recommends, so that the old value is never shown.
  if (memory.from !== block.value) setMemory(takeOver(memory, block))
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
        renewed ? { ...begin(block), from: Object.freeze({}), turn: before.turn } : { ...before, ...quiet },
      ),
  }
}

const quiet = { touched: new Set<string>(), local: [], remote: [], summary: [], tried: false }

function begin(block: BlockOf<'form'>): FormMemory {
  return { value: startValue(block), from: block.value, turn: 0, ...quiet }
}

function takeOver(memory: FormMemory, block: BlockOf<'form'>): FormMemory {
  return { ...memory, value: mergeFresh(memory.touched, memory.value, startValue(block)), from: block.value }
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
