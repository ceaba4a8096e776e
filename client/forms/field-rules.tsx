import type { Rule } from '../../schemas/blocks/form.ts'
import { useWords } from '../model/use-words.ts'
import { isMet } from './progress.ts'

interface FieldRulesProps {
  id: string
  rules: readonly Rule[]
  text: string
}

/** The rules for a value: shown before typing, ticked while typing (look.md, Passwords). */
export function FieldRules({ id, rules, text }: FieldRulesProps) {
  return (
    <ul className="field-rules" id={`${id}-rules`}>
      {rules.map((rule) => (
        <RuleLine key={rule.label} label={rule.label} isMet={isMet(rule, text)} />
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

/** A dash that turns into a tick. Rings or dots would look like choices. */
function Mark({ isMet }: { isMet: boolean }) {
  return (
    <svg
      viewBox="0 0 18 18"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d={isMet ? 'm3.5 9.5 3.7 3.7L14.5 5.5' : 'M5.5 9h7'} className={isMet ? 'tick' : undefined} />
    </svg>
  )
}
