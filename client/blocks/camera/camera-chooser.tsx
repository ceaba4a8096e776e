import { useRef, type ChangeEvent } from 'react'
import look from './camera.module.css'
import buttons from '../../parts/button.module.css'

interface CameraChooserProps {
  label: string
  choose: (file: File) => Promise<void>
}

/** Fallback if the page cannot use a camera: for such a file field a phone opens its own camera app. */
export function CameraChooser({ label, choose }: CameraChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) void choose(file)
    target.value = '' // allows choosing the same picture again
  }
  return (
    <div>
      <button type="button" className={`${buttons.primary} ${look.button}`} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input ref={input} type="file" hidden accept="image/*" capture="environment" aria-label={label} onChange={take} />
    </div>
  )
}
