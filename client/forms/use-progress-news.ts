import { useEffect, useRef } from 'react'
import type { Field } from '../../schemas/blocks/form.ts'
import { useWords } from '../model/use-words.ts'
import { announce } from '../base/announce.ts'
import { countMet, isNearEnd, lengthOf, levelOf } from './progress.ts'

/** A pause in typing; sooner, and the sentence would talk over the keys. */
const pauseMs = 1000

/** Says how far the value of a field has come, once for each pause and only what is new. */
export function useProgressNews(field: Field, text: string, most: number | undefined): void {
  const word = useWords()
  const { rules, strength, count } = field
  const level = strength && strength.levels[levelOf(strength, text) - 1]
  const length = lengthOf(text)
  const news = [
    rules && `${countMet(rules, text)} ${word('of')} ${rules.length} ${word('met')}`,
    level !== undefined && strength && `${strength.label}: ${level}`,
    count && most !== undefined && isNearEnd(length, most) && `${length} ${word('of')} ${most} ${word('characters')}`,
  ]
  useSaid(news.filter(Boolean).join('. '), text)
}

/** Every change of the text begins the pause anew. */
function useSaid(sentence: string, text: string): void {
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
