import { useId, useRef, useState, type ChangeEvent, type ComponentProps, type DragEvent, type ReactNode } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import buttons from './button.module.css'
import { Icon } from './icon.tsx'
import { fittingPhoto, numbered } from './fitting-photo.ts'
import look from './file-chooser.module.css'

/** How files are chosen, and which ones. */
type ChosenFiles = Pick<BlockOf<'upload'>, 'chooser' | 'accept' | 'maxBytes' | 'maxFiles'>

interface FileChooserProps {
  files: ChosenFiles
  /** Of the button that opens the file chooser. */
  id?: string
  /** Why no file can be chosen yet. */
  wanting: string | undefined
  /** To choose files is what comes next. */
  isNext: boolean
  choose: (files: File[]) => void
}

/**
 * A button for the file chooser inside a drop area; on touch devices one for their own camera before it. If no file can
 * be chosen yet, they stay focusable and give the reason.
 */
export function FileChooser({ files, id, wanting, isNext, choose }: FileChooserProps) {
  const { chooser, accept, maxFiles } = files
  const about = useId()
  const [photos, setPhotos] = useState(1)
  const { isOver, drop } = useDrop((dropped) => !wanting && choose(dropped))
  const takePhoto = async ([photo]: File[]) => {
    if (!photo) return
    setPhotos(photos + 1)
    choose([numbered(await fittingPhoto(photo, files), photos)])
  }
  const isOff = wanting !== undefined
  return (
    <div className={`${look.drop} ${isOver && !wanting ? look.over : ''} ${wanting ? buttons.off : ''}`} {...drop}>
      {chooser.camera && (
        <FileButton
          look={`${isNext ? buttons.primary : buttons.secondary} ${look.camera}`}
          label={chooser.camera}
          about={about}
          isOff={isOff}
          field={{ accept: 'image/*', capture: 'environment' }}
          choose={(taken) => void takePhoto(taken)}
        >
          <Icon name="camera" />
        </FileButton>
      )}
      <FileButton
        id={id}
        look={buttons.secondary}
        label={chooser.label}
        about={about}
        isOff={isOff}
        field={{ accept: accept.join(','), multiple: maxFiles !== 1 }}
        choose={choose}
      />
      <p id={about} className={buttons.reason}>
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

interface FileButtonProps {
  id?: string | undefined
  look: string | undefined
  label: string
  /** The id of what describes it. */
  about: string
  isOff: boolean
  field: Pick<ComponentProps<'input'>, 'accept' | 'capture' | 'multiple'>
  choose: (files: File[]) => void
  children?: ReactNode
}

function FileButton({ id, look: kind, label, about, isOff, field, choose, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = '' // allows choosing the same file again after it was removed
    if (files.length > 0) choose(files)
  }
  return (
    <>
      <button
        type="button"
        id={id}
        className={`${kind} ${isOff ? buttons.refused : ''}`}
        aria-disabled={isOff ? true : undefined}
        aria-describedby={about}
        onClick={() => !isOff && input.current?.click()}
      >
        {children}
        {label}
      </button>
      <input ref={input} type="file" hidden {...field} aria-label={label} onChange={take} />
    </>
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
