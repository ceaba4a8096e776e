import { useId, useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import buttons from '../../parts/button.module.css'
import look from './upload.module.css'

interface UploadChooserProps {
  block: BlockOf<'upload'>
  /** Why no file can be chosen yet. */
  wanting: string | undefined
  choose: (files: File[]) => void
}

/**
 * A button for the file chooser inside a drop area. If no file can be chosen yet, it stays focusable and gives the
 * reason.
 */
export function UploadChooser({ block: { chooser, accept, maxFiles }, wanting, choose }: UploadChooserProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { isOver, drop } = useDrop((files) => !wanting && choose(files))
  const open = () => !wanting && input.current?.click()
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = '' // allows choosing the same file again after it was removed
    if (files.length > 0) choose(files)
  }
  return (
    <div className={`${look.drop} ${isOver && !wanting ? look.over : ''} ${wanting ? buttons.off : ''}`} {...drop}>
      <button
        type="button"
        className={`${buttons.secondary} ${wanting ? buttons.refused : ''}`}
        aria-disabled={wanting ? true : undefined}
        aria-describedby={`${id}-about`}
        onClick={open}
      >
        {chooser.label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={maxFiles !== 1}
        accept={accept.join(',')}
        aria-label={chooser.label}
        onChange={take}
      />
      <p id={`${id}-about`} className={buttons.reason}>
        {wanting ?? (
          <>
            <span className={look.dropWords}>{chooser.drop}</span>{' '}
            {chooser.hint && <span className={look.hint}>{chooser.hint}</span>}
          </>
        )}
      </p>
    </div>
  )
}

/** A file dropped outside the area would replace the page, so the area is large and accepts everything. */
function useDrop(choose: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      choose([...event.dataTransfer.files])
    },
  }
  return { isOver, drop }
}
