import type { Choice, ControlProps } from '../control-props.ts'

/** A native select: phones and screen readers support it best. */
export function SelectWidget(props: ControlProps) {
  const { id, field, value, choices, disabled, onChange } = props
  const at = choices.findIndex((choice) => choice.value === value)
  const aria = {
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    'aria-required': props['aria-required'],
  }
  return (
    <select
      className="native-control"
      id={id}
      name={field.name}
      autoComplete={field.autocomplete}
      disabled={disabled}
      value={at}
      onChange={({ target }) => onChange(choices[Number(target.value)]?.value)}
      {...aria}
    >
      <option value={-1}>{field.placeholder ?? ''}</option>
      {groupsOf(choices).map(({ group, options }) => {
        const drawn = options.map(({ choice, index }) => (
          <option key={String(choice.value)} value={index}>
            {choice.label}
          </option>
        ))
        return group === undefined ? (
          drawn
        ) : (
          <optgroup key={group} label={group}>
            {drawn}
          </optgroup>
        )
      })}
    </select>
  )
}

interface Group {
  group: string | undefined
  options: { choice: Choice; index: number }[]
}

function groupsOf(choices: readonly Choice[]): Group[] {
  const groups: Group[] = []
  for (const [index, choice] of choices.entries()) {
    const last = groups.at(-1)
    if (last && last.group === choice.group) last.options.push({ choice, index })
    else groups.push({ group: choice.group, options: [{ choice, index }] })
  }
  return groups
}
