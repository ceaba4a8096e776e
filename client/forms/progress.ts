import type { Rule, Strength } from '../../schemas/blocks/form.ts'

/** Whether a value is as the pattern says, read as a JSON Schema reads it. */
export function fits(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text)
}

export function countMet(rules: readonly Rule[], text: string): number {
  return rules.filter(({ pattern }) => fits(pattern, text)).length
}

/** 0 for nothing typed, else a level from 1 up. What is too short has the first (specification 1 §5). */
export function levelOf({ minLength, classes, levels }: Strength, text: string): number {
  if (text === '') return 0
  if (lengthOf(text) < minLength) return 1
  const found = classes.filter((pattern) => fits(pattern, text)).length
  return Math.min(Math.max(found, 1), levels.length)
}

/** In characters, as a JSON Schema counts them: an emoji is one. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

/** From here on, a person who cannot see the count hears it. */
export function isNearEnd(length: number, most: number): boolean {
  return most - length <= Math.max(10, most * 0.1)
}
