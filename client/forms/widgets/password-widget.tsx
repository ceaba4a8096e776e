import { useState } from 'react'
import { useWords } from '../../model/use-words.ts'
import type { ControlProps } from '../control-props.ts'
import { inputProps, textOf } from './input-props.ts'

export function PasswordWidget(props: ControlProps) {
  const word = useWords()
  const [isShown, setShown] = useState(false)
  return (
    <div className="password-line">
      <input
        {...inputProps(props)}
        className="text-control"
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        value={textOf(props.value)}
        onChange={({ target }) => props.onChange(target.value || undefined)}
      />
      <button
        type="button"
        className="in-control"
        aria-controls={props.id}
        aria-label={word(isShown ? 'hidePassword' : 'showPassword')}
        onClick={() => setShown(!isShown)}
      >
        <Eye crossed={isShown} />
      </button>
    </div>
  )
}

function Eye({ crossed }: { crossed: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      {crossed && <path d="m4 4 16 16" />}
    </svg>
  )
}
