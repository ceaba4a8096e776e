import type { Rule } from '../../schemas/blocks/form.ts'
import { useWords } from '../model/use-words.ts'
import { fits } from './progress.ts'

interface FieldRulesProps {
  id: string
  rules: readonly Rule[]
  text: string
}

/** What a value must be like: there before typing, ticked while typing (look.md, Passwords). */
export function FieldRules({ id, rules, text }: FieldRulesProps) {
  return (
    <ul className="field-rules" id={`${id}-rules`}>
      {rules.map((rule) => (
        <RuleLine key={rule.label} label={rule.label} isMet={fits(rule.pattern, text)} />
      ))}
    </ul>
  )
}

function RuleLine({ label, isMet }: { label: string; isMet: boolean }) {
  const word = useWords()
  return (
    <li className={isMet ? 'rule met' : 'rule'}>
      <Mark isMet={isMet} />
      <span>
        {label} <span className="visually-hidden">({word(isMet ? 'met' : 'notMet')})</span>
      </span>
    </li>
  )
}

/** An empty ring, or a full one with a tick: the shape says it as well as the colour. */
function Mark({ isMet }: { isMet: boolean }) {
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" fill="none" strokeWidth="1.8" aria-hidden="true">
      <circle cx="9" cy="9" r="8" stroke="currentColor" fill={isMet ? 'currentColor' : 'none'} />
      {isMet && <path d="m5 9.3 2.8 2.8L13 6.5" className="tick" />}
    </svg>
  )
}
