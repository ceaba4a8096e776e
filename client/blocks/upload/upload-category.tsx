import { useId } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import look from './upload.module.css'

type Category = NonNullable<BlockOf<'upload'>['category']>

/** The category of the files that are chosen next. */
export interface CategoryInput {
  category: string
  other: string
}

/** Returns why no file can be chosen yet; undefined if one can. */
export function wantingIn(
  category: Category | undefined,
  { category: value, other }: CategoryInput,
): string | undefined {
  if (!category) return undefined
  if (value === '') return category.message
  return category.other?.value === value && other.trim() === '' ? category.other.message : undefined
}

/** Returns the form fields that carry the category. */
export function fieldsOf(category: Category | undefined, input: CategoryInput): Record<string, string> {
  if (!category) return {}
  const isOther = category.other?.value === input.category
  return { category: input.category, ...(isOther && { other: input.other.trim() }) }
}

interface UploadCategoryProps {
  category: Category
  input: CategoryInput
  onChange: (input: CategoryInput) => void
}

export function UploadCategory({ category: { label, options, value, other }, input, onChange }: UploadCategoryProps) {
  const id = useId()
  if (value !== undefined)
    return (
      <p className={look.fixed}>
        <span className="field-label">{label}</span>{' '}
        <span>{options.find((option) => option.value === value)?.label ?? value}</span>
      </p>
    )
  return (
    <>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        <select
          className="native-control"
          id={id}
          required
          value={input.category}
          onChange={({ target }) => onChange({ ...input, category: target.value })}
        >
          <option value="">{''}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {other?.value === input.category && (
        <div className="field">
          <label className="field-label" htmlFor={`${id}-other`}>
            {other.label}
          </label>
          <input
            className={look.text}
            id={`${id}-other`}
            required
            autoComplete="off"
            maxLength={other.maxLength}
            value={input.other}
            onChange={({ target }) => onChange({ ...input, other: target.value })}
          />
        </div>
      )}
    </>
  )
}
