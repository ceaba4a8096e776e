import { useWords } from '../model/use-words.ts'
import { lengthOf } from './progress.ts'

interface FieldCountProps {
  id: string
  text: string
  most: number
}

/** Shows how many characters are used. It never cuts: text that is too long stays, and the field shows an error. */
export function FieldCount({ id, text, most }: FieldCountProps) {
  const word = useWords()
  const length = lengthOf(text)
  return (
    <p className={length > most ? 'field-count over' : 'field-count'} id={`${id}-count`}>
      {length} {word('of')} {most} {word('characters')}
    </p>
  )
}
