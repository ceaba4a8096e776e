import type { Field, Rule, Strength } from '../../schemas/blocks/form.ts'
import { isMostly, wordsOf } from '../../schemas/mostly.ts'
import type { Value } from './form-value.ts'

/** Whether a value matches the pattern, with the semantics of JSON Schema. */
export function fits(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text)
}

export function isMet({ pattern, apart }: Rule, text: string): boolean {
  return fits(pattern, text) && !(apart && isMostly(apart, text))
}

export function countMet(rules: readonly Rule[], text: string): number {
  return rules.filter((rule) => isMet(rule, text)).length
}

/** Adds the words of the other fields that the rules of a field name. */
export function withTypedWords(field: Field, value: Value): Field {
  if (!field.rules?.some(({ apart }) => apart && apart.fields.length > 0)) return field
  return { ...field, rules: field.rules.map((rule) => withWordsOf(value, rule)) }
}

function withWordsOf(value: Value, { apart, ...rule }: Rule): Rule {
  if (!apart) return rule
  const typed = apart.fields.map((name) => value[name]).filter((each) => typeof each === 'string')
  return { ...rule, apart: { ...apart, words: [...apart.words, ...wordsOf(typed)] } }
}

interface Measured {
  strength: Strength
  /** Of the same field. */
  rules?: readonly Rule[]
}

/**
 * 0 if nothing is typed, otherwise a level from 1. Text that is too short has level 1 (specification 1 §5); text that
 * the server would refuse is not praised.
 */
export function levelOf({ strength, rules = [] }: Measured, text: string): number {
  const { minLength, classes, levels, unmetAtMost = levels.length } = strength
  if (text === '') return 0
  if (lengthOf(text) < minLength) return 1
  const met = classes.filter((pattern) => fits(pattern, text)).length
  const most = countMet(rules, text) < rules.length ? unmetAtMost : levels.length
  return Math.min(Math.max(met, 1), most, levels.length)
}

/** In code points, as JSON Schema counts them: an emoji is one. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

/** From this length on, the count is announced to screen readers. */
export function isNearEnd(length: number, most: number): boolean {
  return most - length <= Math.max(10, most * 0.1)
}
