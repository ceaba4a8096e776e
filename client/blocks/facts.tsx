import type { BlockOf } from '../../schemas/blocks.ts'
import type { BlockProps } from '../render/block-props.ts'
import { Button } from './parts/button.tsx'
import look from './facts.module.css'
import { Words } from './parts/words.tsx'

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
      <dd className={look.value}>
        <Words words={value} />
      </dd>
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
