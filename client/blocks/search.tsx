import { useContext, useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { addressWith } from '../actions/with-chosen.ts'
import { announce } from '../base/announce.ts'
import { PortalContext } from '../model/portal-context.ts'
import { Icon } from '../parts/icon.tsx'
import type { BlockProps } from '../render/block-props.ts'
import look from './search.module.css'

const usualDelayMs = 250

export function SearchBlock({
  block: { title, value, result, maxLength, delayMs = usualDelayMs, do: action },
}: BlockProps<'search'>) {
  const id = useId()
  const { typed, type, now } = useSearch({ value, delayMs, to: (words) => addressWith(action, words) })
  useResultNews(result)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    now()
  }
  return (
    <search>
      <form className={look.search} onSubmit={submit}>
        <label htmlFor={id}>{title}</label>
        <span className={look.field}>
          <Icon name="search" />
          <input
            id={id}
            type="search"
            value={typed}
            maxLength={maxLength}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => type(target.value)}
          />
        </span>
        {result !== undefined && <p className={look.result}>{result}</p>}
      </form>
    </search>
  )
}

interface Searched {
  value: string
  delayMs: number
  to: (words: string) => string
}

/** What is typed stays until the server searches for something else by itself, for example after going back. */
function useSearch({ value, delayMs, to }: Searched) {
  const portal = useContext(PortalContext)
  const [{ typed, server, sent }, set] = useState({ typed: value, server: value, sent: value })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (server !== value) set({ typed: value === sent ? typed : value, server: value, sent })
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (words: string) => {
    clearTimeout(timer.current)
    set((before) => ({ ...before, sent: words }))
    void portal?.screens.show(to(words), { replace: true })
  }
  const type = (words: string) => {
    clearTimeout(timer.current)
    set((before) => ({ ...before, typed: words }))
    timer.current = setTimeout(() => send(words), delayMs)
  }
  return { typed, type, now: () => send(typed) }
}

function useResultNews(result: string | undefined): void {
  const known = useRef(result)
  useEffect(() => {
    if (result !== undefined && result !== known.current) announce(result, 'polite')
    known.current = result
  }, [result])
}
