import { useEffect, useState } from 'react'
import { announce } from '../../base/announce.ts'
import { isShownFile } from '../../base/print-file.ts'
import { saveArrived } from '../../base/save-file.ts'
import { useBelow } from '../../base/use-below.ts'
import { Offline, Refused } from '../../model/failures.ts'
import { usePortal } from '../../model/portal-context.ts'
import type { Portal } from '../../model/portal.ts'
import { useWords } from '../../model/use-words.ts'
import { wordOf } from '../../model/words.ts'
import { Button } from '../../parts/button.tsx'
import { useQuarters } from '../../parts/use-quarters.ts'
import type { BlockProps } from '../../render/block-props.ts'
import look from './document.module.css'

/** Narrower ones have no room for a page, and phones no viewer that shows more than the first one. */
const viewerFromPx = 768

/** A PDF in the browser's own viewer; where it has none the file is saved at once. */
export function DocumentBlock({ block }: BlockProps<'document'>) {
  const { label, download, print } = block
  const isNarrow = useBelow(viewerFromPx)
  const isSaved = isNarrow || !navigator.pdfViewerEnabled
  return (
    <section className={look.document} aria-label={label}>
      <div className={look.tools}>
        <Button action={{ type: 'download', href: download.href }}>{download.label}</Button>
        {print && <Button action={{ type: 'print', href: print.href }}>{print.label}</Button>}
      </div>
      {isSaved ? <Saved block={block} /> : <Viewer key={block.src} block={block} />}
    </section>
  )
}

/** Only a file that has arrived was saved: a browser does not say what became of a download. */
function Saved({ block: { download, saved } }: BlockProps<'document'>) {
  const portal = usePortal()
  const [state, setState] = useState<Saving>({ share: 0 })
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    const leaving = new AbortController()
    const progress = (share: number) => setState({ share })
    portal.source.file(download.href, { progress, signal: leaving.signal }).then(
      (file) => {
        saveArrived(file)
        setState({ isSaved: true })
        announce(saved, 'polite')
      },
      (failure: unknown) => {
        if (!leaving.signal.aborted) setState({ failure: wordsOf(failure, portal) })
      },
    )
    return () => leaving.abort()
  }, [download.href, saved, portal, attempt])
  if (state.failure !== undefined) {
    const retry = () => {
      setState({ share: 0 })
      setAttempt(attempt + 1)
    }
    return <NotShown text={state.failure} retry={retry} />
  }
  if (state.isSaved) return <p className={look.saved}>{saved}</p>
  return <Arriving share={state.share ?? 0} />
}

function Arriving({ share }: { share: number }) {
  const word = useWords()
  useQuarters(share * 100)
  return <progress className={look.progress} aria-label={word('loading')} value={share} max={1} />
}

interface Saving {
  share?: number
  isSaved?: boolean
  failure?: string
}

function wordsOf(failure: unknown, { shell }: Pick<Portal, 'shell'>): string {
  const otherwise = wordOf(shell.get(), failure instanceof Offline ? 'offline' : 'failed')
  return (failure instanceof Refused && failure.problem.detail) || otherwise
}

/** Says what is wrong; the file can be downloaded by the button above. */
function NotShown({ text, retry }: { text: string; retry: () => void }) {
  const word = useWords()
  return (
    <p className={look.saved} role="alert">
      {text}{' '}
      <button type="button" className="plain-button" onClick={retry}>
        {word('retry')}
      </button>
    </p>
  )
}

function Viewer({ block: { label, src } }: BlockProps<'document'>) {
  const word = useWords()
  const [isFailed, setFailed] = useState(false)
  if (isFailed) return <NotShown text={word('failed')} retry={() => setFailed(false)} />
  return (
    <iframe
      className={look.page}
      src={`${src}#navpanes=0`}
      title={label}
      onLoad={({ currentTarget }) => setFailed(!isShownFile(currentTarget))}
    />
  )
}
