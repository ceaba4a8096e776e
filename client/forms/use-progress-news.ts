import { useEffect, useRef } from 'react'
import type { Field } from '../../schemas/blocks/form.ts'
import { useWords } from '../model/use-words.ts'
import { announce } from '../base/announce.ts'
import { countMet, fits, isNearEnd, lengthOf, levelOf } from './progress.ts'

/** How long typing must pause; a shorter pause would speak over the screen reader's echo of the keys. */
const pauseMs = 1000

/** Announces the progress of a field's value, once for each pause in typing and only if it changed. */
export function useProgressNews(field: Field, text: string, most: number | undefined): void {
  const word = useWords()
  const { rules, strength, count, typing } = field
  const level = strength && strength.levels[levelOf({ strength, rules }, text) - 1]
  const length = lengthOf(text)
  const news = [
    typing && !fits(typing.pattern, text) && typing.message,
    rules && `${countMet(rules, text)} ${word('of')} ${rules.length} ${word('met')}`,
    level !== undefined && strength && `${strength.label}: ${level}`,
    count && most !== undefined && isNearEnd(length, most) && `${length} ${word('of')} ${most} ${word('characters')}`,
  ]
  useAnnouncement(news.filter(Boolean).join('. '), text)
}

/** Every change of the text restarts the timer. */
function useAnnouncement(sentence: string, text: string): void {
  const last = useRef(sentence)
  useEffect(() => {
    if (sentence === last.current) return undefined
    const timer = setTimeout(() => {
      last.current = sentence
      if (sentence !== '') announce(sentence, 'polite')
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [sentence, text])
}
