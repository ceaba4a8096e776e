import { useId } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { useWords } from '../../model/use-words.ts'
import look from './upload.module.css'

type Category = NonNullable<BlockOf<'upload'>['category']>

/** What is said about the files that are chosen next. */
export interface Said {
  category: string
  other: string
}

/** Why no file can be chosen yet; undefined when one can. */
export function wantingIn(category: Category | undefined, { category: value, other }: Said): string | undefined {
  if (!category) return undefined
  if (value === '') return category.message
  return category.other?.value === value && other.trim() === '' ? category.other.message : undefined
}

/** The fields that are sent of it. */
export function fieldsOf(category: Category | undefined, said: Said): Record<string, string> {
  if (!category) return {}
  const isOther = category.other?.value === said.category
  return { category: said.category, ...(isOther && { other: said.other.trim() }) }
}

interface UploadCategoryProps {
  category: Category
  said: Said
  say: (said: Said) => void
}

export function UploadCategory({ category: { label, options, value, other }, said, say }: UploadCategoryProps) {
  const id = useId()
  const word = useWords()
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
          {label} <span className="field-required">({word('required')})</span>
        </label>
        <select
          className="native-control"
          id={id}
          required
          value={said.category}
          onChange={({ target }) => say({ ...said, category: target.value })}
        >
          <option value="">{''}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {other?.value === said.category && (
        <div className="field">
          <label className="field-label" htmlFor={`${id}-other`}>
            {other.label} <span className="field-required">({word('required')})</span>
          </label>
          <input
            className={look.text}
            id={`${id}-other`}
            required
            autoComplete="off"
            maxLength={other.maxLength}
            value={said.other}
            onChange={({ target }) => say({ ...said, other: target.value })}
          />
        </div>
      )}
    </>
  )
}
