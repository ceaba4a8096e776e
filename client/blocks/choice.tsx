import { useId, useState } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { BlockProps } from '../render/block-props.ts'
import { announce } from '../render/announce.ts'
import { ChoiceOption } from './choice-option.tsx'
import look from './choice.module.css'

type Group = BlockOf<'choice'>['groups'][number]

export function ChoiceBlock({ block: { groups, columns = 1, find, label } }: BlockProps<'choice'>) {
  const [wanted, setWanted] = useState('')
  const shown = find ? matching(groups, wanted) : groups
  const search = (words: string) => {
    setWanted(words)
    if (!find) return
    const count = matching(groups, words).reduce((sum, { options }) => sum + options.length, 0)
    announce(count === 0 ? find.none : String(count), 'polite')
  }
  return (
    <div className={look.choice} role="group" aria-label={label}>
      {find && <Find label={find.label} value={wanted} search={search} />}
      {shown.map((group) => <OptionGroup key={group.id} group={group} columns={columns} />)}
      {find && shown.length === 0 && <p className="quiet">{find.none}</p>}
    </div>
  )
}

function Find({ label, value, search }: { label: string; value: string; search(words: string): void }) {
  const id = useId()
  return (
    <div className={look.find}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="search" value={value} autoComplete="off" onChange={({ target }) => search(target.value)} />
    </div>
  )
}

function OptionGroup({ group: { title, options }, columns }: { group: Group; columns: number }) {
  const headingId = useId()
  return (
    <section className={look.group} {...(title && { 'aria-labelledby': headingId })}>
      {title && <h2 id={headingId} className={look.heading}>{title}</h2>}
      <ul className={`${look.options} ${look[`columns${columns}`]}`}>
        {options.map((option) => <li key={option.id}><ChoiceOption option={option} /></li>)}
      </ul>
    </section>
  )
}

/** Every word that was typed stands somewhere in an option. */
function matching(groups: Group[], wanted: string): Group[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map((group) => ({
      ...group,
      options: group.options.filter(({ title, text = '', lines = [] }) => {
        const all = [title, text, ...lines, group.title ?? ''].join(' ').toLowerCase()
        return words.every((word) => all.includes(word))
      }),
    }))
    .filter(({ options }) => options.length > 0)
}
