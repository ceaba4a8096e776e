import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils'
import { useContext, type ReactNode } from 'react'
import type { Field } from '../../schemas/blocks/form.ts'
import { FieldGroup } from './field-group.tsx'
import { FormContext } from './form-context.ts'

/** The control renders its own label and errors (control.tsx). */
export function FieldTemplate({ children }: FieldTemplateProps) {
  return children
}

/** Renders the fields of the form in their groups and rows; other properties of the schema are sent but not shown. */
export function ObjectTemplate({ properties }: ObjectFieldTemplateProps) {
  const { id, fields, groups } = useContext(FormContext)
  const contents = new Map(properties.map(({ name, content }) => [name, content]))
  const drawn = fields.filter(({ name }) => contents.has(name))
  const groupOf = ({ name }: Field) => groups.find((group) => group.fields.includes(name))
  return (
    <div className="fields">
      {runsOf(drawn, groupOf).map(({ of: group, items }) => {
        const rows = runsOf(items, ({ row }) => row).map((row) => (
          <FieldRow key={row.items[0]?.name} name={row.of}>
            {row.items.map(({ name }) => contents.get(name))}
          </FieldRow>
        ))
        if (!group) return rows
        return (
          <FieldGroup key={group.id} id={`${id}-${group.id}`} group={group}>
            {rows}
          </FieldGroup>
        )
      })}
    </div>
  )
}

function FieldRow({ name, children }: { name: string | undefined; children: ReactNode }) {
  if (name === undefined) return children
  return (
    <div role="group" aria-label={name} className="field-row">
      {children}
    </div>
  )
}

interface Run<T, K> {
  of: K | undefined
  items: T[]
}

/** Consecutive items of the same key together. */
function runsOf<T, K>(items: readonly T[], keyOf: (item: T) => K | undefined): Run<T, K>[] {
  const runs: Run<T, K>[] = []
  for (const item of items) {
    const key = keyOf(item)
    const last = runs.at(-1)
    if (last && last.of === key) last.items.push(item)
    else runs.push({ of: key, items: [item] })
  }
  return runs
}
