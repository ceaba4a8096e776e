import { useState, type FormEvent } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { useRun } from '../../actions/use-run.ts'
import { typedDay } from '../../base/typed-day.ts'

export type Picker = BlockOf<'days'>['picker']

/** A day that is typed or picked. Text that is no day is ignored; a day that is too early is refused. */
export function useDay({ min, max, do: action }: Picker) {
  const { run } = useRun()
  const [refused, setRefused] = useState(false)
  const isEarly = (day: string | undefined) => day !== undefined && day < min
  return {
    refused,
    /** For the field's `onInput`: the refusal shows while the day is typed. */
    check: ({ target }: FormEvent) => setRefused(target instanceof HTMLInputElement && isEarly(typedDay(target.value))),
    /** `day` is yyyy-MM-dd. */
    choose: (day: string | undefined) => {
      setRefused(isEarly(day))
      if (day === undefined || isEarly(day) || (max !== undefined && day > max)) return
      void run(action, day)
    },
  }
}
