import type { ControlProps } from '../control-props.ts'

/** Attributes shared by all text-like controls. */
export function inputProps(props: ControlProps) {
  const { id, field, disabled } = props
  return {
    id,
    disabled,
    name: field.name,
    placeholder: field.placeholder,
    autoComplete: field.autocomplete,
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    'aria-required': props['aria-required'],
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
