import { useState } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { FormError } from './form-errors.ts'
import { changedFields, mergeFresh, startValue, type Value } from './form-value.ts'

interface FormMemory {
  value: Value
  /** The fields that the person changed since the server last had its say. */
  touched: ReadonlySet<string>
  /** The block's own value that `value` was last made from. */
  from: Value
  /** Beside the fields; those of the schema follow the typing once the form was sent. */
  local: FormError[]
  remote: FormError[]
  /** Over the form, as they were when it was sent. */
  summary: FormError[]
  /** Counts the summaries, so that each takes the focus once. */
  turn: number
  tried: boolean
}
export interface FormState extends FormMemory {
  type: (value: Value, local?: FormError[]) => void
  /** The checks of the schema failed. */
  refuse: (local: FormError[]) => void
  /** The server refused. */
  refuseRemotely: (remote: FormError[]) => void
  /** Sent and done: what the server has now counts, or what was typed until it says something newer. */
  settle: (renewed: boolean) => void
}

export function useFormState(block: BlockOf<'form'>): FormState {
  const [memory, setMemory] = useState(() => begin(block))
  // A fresh value is taken over while drawing, as React advises, so that no frame shows the older one.
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

/** An error of the server stands until the person changes its field. */
function typed(before: FormMemory, value: Value, local: FormError[] = before.local): Partial<FormMemory> {
  const remote = before.remote.filter(({ field }) => field !== undefined && before.value[field] === value[field])
  return { value, local, remote, touched: new Set([...before.touched, ...changedFields(before.value, value)]) }
}
