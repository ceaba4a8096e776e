import type { BlockOf } from '../../schemas/blocks.ts'
import { useWords } from '../model/use-words.ts'
import type { BlockProps } from '../render/block-props.ts'
import { Button } from '../parts/button.tsx'
import look from './facts.module.css'
import { plainWords } from '../parts/plain-words.ts'
import { Words } from '../parts/words.tsx'

type Fact = BlockOf<'facts'>['facts'][number]

export function FactsBlock({ block: { facts, label } }: BlockProps<'facts'>) {
  return (
    <dl className={look.facts} aria-label={label}>
      {facts.map((fact) => (
        <FactRow key={fact.id} fact={fact} />
      ))}
    </dl>
  )
}

function FactRow({ fact: { name, value, change } }: { fact: Fact }) {
  return (
    <div className={look.fact}>
      <dt>{name}</dt>
      <dd className={look.value}>{plainWords(value).trim() === '' ? <NoValue /> : <Words words={value} />}</dd>
      {change && (
        <dd className={look.change}>
          <Button action={change.do} look="link" small>
            {change.label} <span className="visually-hidden">{change.about}</span>
          </Button>
        </dd>
      )}
    </div>
  )
}

/** A dash that is read as words. */
function NoValue() {
  const word = useWords()
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{word('noValue')}</span>
    </>
  )
}
