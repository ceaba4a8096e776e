import type { ControlProps } from '../control-props.ts'

/** Props shared by all text-like inputs. */
export function inputProps(props: ControlProps) {
  const { id, field, disabled } = props
  return {
    id,
    disabled,
    name: field.name,
    placeholder: field.placeholder,
    autoComplete: field.autocomplete,
    status: props['aria-invalid'] ? ('error' as const) : undefined,
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    'aria-required': props['aria-required'],
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
