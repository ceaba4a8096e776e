import type { BlockOf } from '../../schemas/blocks.ts'
import { useWords } from '../model/use-words.ts'
import type { BlockProps } from '../render/block-props.ts'
import { Button } from '../parts/button.tsx'
import look from './facts.module.css'
import { plainWords } from '../parts/plain-words.ts'
import { Words } from '../parts/words.tsx'

type Fact = BlockOf<'facts'>['facts'][number]

export function FactsBlock({ block: { facts, label, across, columns, change } }: BlockProps<'facts'>) {
  if (across) return <Pieces facts={facts} label={label} change={change} />
  return (
    <dl className={columns ? look.columns : look.facts} aria-label={label}>
      {facts.map((fact) => (
        <FactRow key={fact.id} fact={fact} />
      ))}
    </dl>
  )
}

/** The values side by side; assistive technology hears their names. */
function Pieces({ facts, label, change }: Pick<BlockOf<'facts'>, 'facts' | 'label' | 'change'>) {
  return (
    <div className={look.pieces}>
      <dl className={look.line} aria-label={label}>
        {facts.map(({ id, name, value }) => (
          <div key={id} className={look.piece}>
            <dt className="visually-hidden">{name}</dt>
            <dd>
              <Words words={value} />
            </dd>
          </div>
        ))}
      </dl>
      {change && (
        <Button action={change.do} look="link" small>
          {change.label} <span className="visually-hidden">{change.about}</span>
        </Button>
      )}
    </div>
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

/** A dash that screen readers read as words. */
function NoValue() {
  const word = useWords()
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{word('noValue')}</span>
    </>
  )
}
