import { useRef, type ChangeEvent } from 'react'
import look from './camera.module.css'
import buttons from '../../parts/button.module.css'

interface CameraChooserProps {
  label: string
  choose: (file: File) => Promise<void>
}

/** The way out without a camera in the page: a phone opens its own camera for such a field. */
export function CameraChooser({ label, choose }: CameraChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) void choose(file)
    target.value = '' // so that the same picture can be chosen again
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
