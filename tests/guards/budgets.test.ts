import { describe, expect, test } from 'vitest'
import { budgets, functionLines, linesOf, overBudget, quantile } from './budgets.ts'
import { codeFiles, isTest } from './repository.ts'

const nested = (depth: number) => `function deep(x: number) { ${'if (x) { '.repeat(depth)}${'} '.repeat(depth)}}\n`

describe('the code of the portal', () => {
  const files = codeFiles()
  const source = files.filter(({ path }) => !isTest(path))

  test('keeps the budgets of every file and function', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(overBudget(files)).toEqual([])
  })

  test('has files that are short as a rule', () => {
    const lines = source.map(linesOf)
    expect(quantile(lines, 0.5)).toBeLessThanOrEqual(budgets.file.median)
    expect(quantile(lines, 0.9)).toBeLessThanOrEqual(budgets.file.p90)
  })

  test('has functions that are short as a rule', () => {
    const lines = functionLines(source)
    expect(lines.length).toBeGreaterThan(100)
    expect(quantile(lines, 0.5)).toBeLessThanOrEqual(budgets.function.median)
    expect(quantile(lines, 0.9)).toBeLessThanOrEqual(budgets.function.p90)
  })
})

describe('the measure', () => {
  const over = (text: string, path = 'server/a.ts') => overBudget([{ path, text }])

  test('finds a file that is too long, and lets tests be longer', () => {
    const long = 'export const a = 1\n'.repeat(301)
    expect(over(long)).toEqual(['server/a.ts: 301 lines, at most 300'])
    expect(over(long, 'server/a.test.ts')).toEqual([])
    expect(over('const a = 1\n'.repeat(401), 'tests/a.ts')).toHaveLength(1)
  })

  test('finds a function that is too long, but lets a suite of tests hold many tests', () => {
    const body = 'step()\n'.repeat(60)
    expect(over(`export function walk() {\n${body}}\n`)).toEqual(['server/a.ts:1 walk: 62 lines, at most 60'])
    expect(over(`const walk = () => ({\n${'a: 1,\n'.repeat(60)}})\n`)).toHaveLength(1)
    expect(over(`describe('a', () => {\n${body}})\n`, 'server/a.test.ts')).toEqual([])
    expect(over(`test('a', () => {\n${body}})\n`, 'server/a.test.ts')).toHaveLength(1)
  })

  test('finds nesting that is too deep, where an else-if goes no deeper', () => {
    expect(over(nested(4))).toEqual([])
    expect(over(nested(5))).toEqual(['server/a.ts:1 deep: nested 5 deep, at most 4'])
    expect(over(`function flat(x: number) { ${'if (x) {} else '.repeat(6)}{} }\n`)).toEqual([])
  })

  test('finds a function with too many parameters', () => {
    expect(over('const join = (a: string, b: string, c: string, d: string) => a + b + c + d\n')).toEqual([
      'server/a.ts:1 join: 4 parameters, at most 3',
    ])
  })

  test('takes the middle and the ninetieth of a hundred', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
    expect([quantile(hundred, 0.5), quantile(hundred, 0.9), quantile([], 0.5)]).toEqual([50, 90, 0])
  })
})
