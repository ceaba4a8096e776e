import { useEffect } from 'react'
import type { Tone } from '../../schemas/base.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { useWords } from '../model/use-words.ts'
import { announce } from '../base/announce.ts'
import type { BlockProps } from '../render/block-props.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import look from './notice.module.css'
import { plainWords } from '../parts/plain-words.ts'
import { Words } from '../parts/words.tsx'

const icons = {
  neutral: 'info',
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
} as const satisfies Record<Tone, string>
const toneWords = {
  neutral: undefined,
  info: undefined,
  success: undefined,
  warning: 'warning',
  error: 'error',
} as const satisfies Record<Tone, string | undefined>

export function NoticeBlock({ block }: BlockProps<'notice'>) {
  const { tone, title, text, actions = [], label } = block
  useAnnouncement(block)
  return (
    <div className={`${look.notice} ${look[tone]}`} role="note" aria-label={label}>
      <span className={look.icon}>
        <Icon name={icons[tone]} />
      </span>
      <div className={look.words}>
        {title && (
          <p className={look.title}>
            <ToneWord tone={tone} />
            {title}
          </p>
        )}
        <p>
          {!title && <ToneWord tone={tone} />}
          <Words words={text} />
        </p>
        {actions.length > 0 && (
          <div className={look.actions}>
            {actions.map(({ id, label: words, do: action }) => (
              <Button key={id} action={action}>
                {words}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

/** Color and icon show the tone; this text gives it to screen readers. */
function ToneWord({ tone }: { tone: Tone }) {
  const word = useWords()
  const name = toneWords[tone]
  return name && <span className="visually-hidden">{word(name)}: </span>
}

// Some screen readers stay silent if a live region is inserted with its text already in it.
function useAnnouncement({ announce: aloud, tone, title, text }: BlockOf<'notice'>): void {
  const sentence = [title, plainWords(text)].filter(Boolean).join('. ')
  useEffect(() => {
    if (aloud) announce(sentence, tone === 'error' || tone === 'warning' ? 'assertive' : 'polite')
  }, [aloud, sentence, tone])
}
