import { useId, useState } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { useRun } from '../../actions/use-run.ts'
import { useWords } from '../../model/use-words.ts'
import { announce } from '../../base/announce.ts'
import type { BlockProps } from '../../render/block-props.ts'
import { ChoiceOption, type Option, type Radios } from './choice-option.tsx'
import look from './choice.module.css'
import { Icon } from '../../parts/icon.tsx'
import { matching } from './choice-matching.ts'

type Group = BlockOf<'choice'>['groups'][number]

export function ChoiceBlock({ block: { id, groups, columns = 1, find, label } }: BlockProps<'choice'>) {
  const word = useWords()
  const [query, setQuery] = useState('')
  const shown = find ? matching(groups, query) : groups
  const { run } = useRun()
  const [picked, setPicked] = useState<string>()
  const pick = (option: Option) => {
    setPicked(option.id)
    void run(option.do).finally(() => setPicked(undefined))
  }
  const isRadio = groups.some(({ options }) => options.some(({ chosen }) => chosen !== undefined))
  const search = (words: string) => {
    setQuery(words)
    const count = matching(groups, words).reduce((sum, { options }) => sum + options.length, 0)
    announce(count === 0 ? (find?.none ?? '') : `${count} ${word('found')}`, 'polite')
  }
  return (
    <div className={look.choice} role={isRadio ? 'radiogroup' : 'group'} aria-label={label}>
      {find && <Find label={find.label} value={query} search={search} />}
      {shown.map((group) => (
        <OptionGroup key={group.id} group={group} columns={columns} radios={{ name: id, picked, pick }} />
      ))}
      {find && shown.length === 0 && <p className="quiet">{find.none}</p>}
    </div>
  )
}

function Find({ label, value, search }: { label: string; value: string; search: (words: string) => void }) {
  const id = useId()
  return (
    <search className={look.find}>
      <label htmlFor={id}>{label}</label>
      <span className={look.field}>
        <Icon name="search" />
        <input
          id={id}
          type="search"
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => search(target.value)}
        />
      </span>
    </search>
  )
}

interface OptionGroupProps {
  group: Group
  columns: number
  radios: Radios
}

function OptionGroup({ group: { title, options }, columns, radios }: OptionGroupProps) {
  const headingId = useId()
  return (
    <section className={look.group} {...(title && { 'aria-labelledby': headingId })}>
      {title && (
        <h2 id={headingId} className={look.heading}>
          {title}
        </h2>
      )}
      <ul className={`${look.options} ${look[`columns${columns}`]}`}>
        {options.map((option) => (
          <li key={option.id}>
            <ChoiceOption option={option} radios={radios} />
          </li>
        ))}
      </ul>
    </section>
  )
}
