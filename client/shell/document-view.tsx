import { useEffect, useEffectEvent, useState } from 'react'
import type { BlockList } from '../../schemas/block.ts'
import type { Screen } from '../../schemas/screen.ts'
import { usePortal } from '../model/portal-context.ts'
import { Blocks } from '../render/blocks.tsx'
import { DocumentTools } from '../render/document-tools.ts'
import { Cross } from './marks.tsx'

interface DocumentViewProps {
  close: NonNullable<Screen['close']>
  blocks: BlockList
}

/** A screen that is a document: a bar with its title, its tools and *Close*, which Esc does too, and its page. */
export function DocumentView({ close, blocks }: DocumentViewProps) {
  const { history, screens } = usePortal()
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const leave = () => void (history.back() || screens.show(close.to, { replace: true }))
  useEscape(leave)
  const isTitle = (block: BlockList[number]) => block.kind === 'text' && 'role' in block && block.role === 'title'
  return (
    <>
      <div className="document-bar">
        <div className="document-row">
          <div className="document-title">
            <Blocks blocks={blocks.filter(isTitle)} />
          </div>
          <div className="document-tools" ref={setTools} />
          <button type="button" className="document-close" onClick={leave}>
            <Cross />
            <span>{close.label}</span>
          </button>
        </div>
      </div>
      <div className="document-page">
        <DocumentTools value={tools}>
          <Blocks blocks={blocks.filter((block) => !isTitle(block))} />
        </DocumentTools>
      </div>
    </>
  )
}

/** Calls on Esc, unless that closes something else: a dialog, a menu, or the print dialog of the browser. */
function useEscape(leave: () => void): void {
  const { dialogs } = usePortal()
  const [state] = useState({ prints: false })
  const press = useEffectEvent(({ key, repeat, isComposing, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || repeat || isComposing || defaultPrevented || state.prints) return
    if (dialogs.stack.get().length > 0 || document.querySelector('[aria-expanded="true"]')) return
    leave()
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // Before what Esc closes is closed.
    document.addEventListener('keydown', (event) => press(event), { signal, capture: true })
    window.addEventListener('beforeprint', () => (state.prints = true), { signal })
    window.addEventListener('afterprint', () => (state.prints = false), { signal })
    return () => controller.abort()
  }, [state])
}
