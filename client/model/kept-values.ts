type Value = Record<string, unknown>

/** What forms keep in the page until another form sends it, no longer than their form is drawn. */
export interface KeptValues {
  keep: (form: string, value: Value) => void
  /** Returns those of the fields that the form keeps. */
  take: (form: string, fields: readonly string[]) => Value
  forget: (form: string) => void
}

export function createKeptValues(): KeptValues {
  const kept = new Map<string, Value>()
  return {
    keep: (form, value) => void kept.set(form, value),
    take: (form, fields) => only(kept.get(form) ?? {}, fields),
    forget: (form) => void kept.delete(form),
  }
}

export function only(value: Value, fields: readonly string[]): Value {
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name)))
}
