import { useCallback, useContext, useRef, useState } from 'react'
import type { Action } from '../../schemas/action.ts'
import { PortalContext } from '../model/portal-context.ts'
import { runAction } from './run-action.ts'

interface Run {
  /** `chosen` is the value of the block, for an action that has a `parameter`. Ignores calls while one is running. */
  run: (action: Action, chosen?: string | number) => Promise<void>
  running: boolean
}

export function useRun(): Run {
  const portal = useContext(PortalContext)
  const atWork = useRef(false)
  const [running, setRunning] = useState(false)
  const run = useCallback(
    async (action: Action, chosen?: string | number) => {
      if (!portal || atWork.current) return
      atWork.current = true
      setRunning(true)
      await runAction(portal, action, chosen).finally(() => {
        atWork.current = false
        setRunning(false)
      })
    },
    [portal],
  )
  return { run, running }
}
