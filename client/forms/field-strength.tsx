import type { Rule, Strength } from '../../schemas/blocks/form.ts'
import { levelOf } from './progress.ts'

interface FieldStrengthProps {
  id: string
  strength: Strength
  rules: readonly Rule[] | undefined
  text: string
}

/** One segment for each level, and the word for the current level. */
export function FieldStrength({ id, strength, rules, text }: FieldStrengthProps) {
  const { label, levels } = strength
  const level = levelOf({ strength, rules }, text)
  const word = levels[level - 1]
  return (
    <div className="field-strength">
      <p>
        <span id={`${id}-strength`}>{label}</span>
        {word !== undefined && ': '}
        <strong>{word}</strong>
      </p>
      <div
        className="strength-bar"
        role="meter"
        aria-labelledby={`${id}-strength`}
        aria-valuemin={0}
        aria-valuemax={levels.length}
        aria-valuenow={level}
        aria-valuetext={word}
      >
        {levels.map((each, at) => (
          <span key={each} className={at < level ? `reached ${shadeOf(level, levels.length)}` : undefined} />
        ))}
      </div>
    </div>
  )
}

function shadeOf(level: number, most: number): string {
  if (level === most) return 'most'
  return level === 1 ? 'least' : 'between'
}
