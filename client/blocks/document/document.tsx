import { useEffect, useRef, useState } from 'react'
import { announce } from '../../base/announce.ts'
import { isShownFile } from '../../base/print-file.ts'
import { saveFile } from '../../base/save-file.ts'
import { useBelow } from '../../base/use-below.ts'
import { useWords } from '../../model/use-words.ts'
import { Button } from '../../parts/button.tsx'
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

function Saved({ block: { download, saved } }: BlockProps<'document'>) {
  const done = useRef(false)
  useEffect(() => {
    if (done.current) return
    done.current = true
    saveFile(download.href)
    announce(saved, 'polite')
  }, [download.href, saved])
  return <p className={look.saved}>{saved}</p>
}

function Viewer({ block: { label, src } }: BlockProps<'document'>) {
  const word = useWords()
  const [isFailed, setFailed] = useState(false)
  if (isFailed)
    return (
      <p className={look.saved} role="alert">
        {word('failed')}{' '}
        <button type="button" className="plain-button" onClick={() => setFailed(false)}>
          {word('retry')}
        </button>
      </p>
    )
  return (
    <iframe
      className={look.page}
      src={`${src}#navpanes=0`}
      title={label}
      onLoad={({ currentTarget }) => setFailed(!isShownFile(currentTarget))}
    />
  )
}
