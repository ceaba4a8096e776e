import { useMemo, useState, type MouseEvent } from 'react'
import type { Action } from '../../../schemas/action.ts'
import { useRun } from '../../actions/use-run.ts'
import type { Lane } from './lane.ts'

interface Press {
  /** One listener for all times of the lane. */
  press: (event: MouseEvent) => void
  /** The id of the time whose action is running. */
  pressed: string | undefined
}

export function usePress(lane: Lane): Press {
  const { run, running } = useRun()
  const [last, setLast] = useState<string>()
  const actions = useMemo(() => actionsOf(lane), [lane])
  const press = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('[data-time]') : null
    const id = button?.getAttribute('data-time') ?? ''
    const action = actions.get(id)
    if (!action || running) return
    setLast(id)
    void run(action)
  }
  return { press, pressed: running ? last : undefined }
}

function actionsOf(lane: Lane): Map<string, Action> {
  const actions = new Map<string, Action>()
  for (const { times } of lane.days) {
    for (const time of times) if (time.do && time.state !== 'full') actions.set(time.id, time.do)
  }
  return actions
}
