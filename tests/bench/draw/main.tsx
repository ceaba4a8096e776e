import { useLayoutEffect, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { HandWrittenBill } from './hand-written-bill.tsx'
import { HandWritten } from './hand-written.tsx'
import { Ours, preloadOurs } from './ours.tsx'

const handWrittenPages = { slots: HandWritten, bill: HandWrittenBill }
export type HandWrittenPage = keyof typeof handWrittenPages

/** The functions that the bench calls in the page. Each renders a page from scratch and resolves once it is painted. */
export interface DrawBench {
  prepare(json: string): Promise<void>
  ours(json: string): Promise<Drawn>
  handWritten(page: HandWrittenPage, json: string): Promise<Drawn>
}

export interface Drawn {
  ms: number
  /** Number of words and buttons on the page, to check that both pages show the same. */
  words: number
  controls: number
}

const bench: DrawBench = {
  prepare: preloadOurs,
  ours: (json) => draw(<Ours json={json} />),
  handWritten: (page, json) => {
    const HandWrittenOne = handWrittenPages[page]
    return draw(<HandWrittenOne json={json} />)
  },
}
Object.assign(window, { bench })

function draw(page: ReactNode): Promise<Drawn> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const began = performance.now()
    const painted = () => {
      const ms = performance.now() - began
      const drawn = {
        ms,
        words: place.innerText.split(/\s+/).length,
        controls: place.querySelectorAll('button, a, input').length,
      }
      root.unmount()
      place.remove()
      resolve(drawn)
    }
    root.render(<Page onCommit={() => requestAnimationFrame(() => requestAnimationFrame(painted))}>{page}</Page>)
  })
}

function Page({ onCommit, children }: { onCommit: () => void; children: ReactNode }) {
  useLayoutEffect(onCommit, [onCommit])
  return children
}
