import { measureFunctions } from './measure.ts'
import { isTest, type RepositoryFile } from './repository.ts'
import { readSyntax } from './syntax.ts'

/** Rule 13 of docs: how much a reader has to hold in mind. */
export const budgets = {
  file: { median: 80, p90: 200, max: 300, maxOfTest: 400 },
  function: { median: 10, p90: 35, max: 60 },
  depth: 4,
  params: 3,
}

/** What is over budget, each with its place. */
export function overBudget(files: readonly RepositoryFile[]): string[] {
  return files.flatMap((file) => [...longFile(file), ...heavyFunctions(file)])
}

export function linesOf({ text }: RepositoryFile): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

/** The lines of the functions that a reader reads, without those of tests. */
export function functionLines(files: readonly RepositoryFile[]): number[] {
  return files.flatMap((file) =>
    measureFunctions(readSyntax(file))
      .filter(({ counts }) => counts)
      .map(({ lines }) => lines),
  )
}

/** The value that `share` of all values do not exceed; 0 for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

function longFile(file: RepositoryFile): string[] {
  const lines = linesOf(file)
  const most = isTest(file.path) ? budgets.file.maxOfTest : budgets.file.max
  return lines > most ? [`${file.path}: ${lines} lines, at most ${most}`] : []
}

function heavyFunctions(file: RepositoryFile): string[] {
  const suites = isTest(file.path) ? ['(in describe)'] : []
  return measureFunctions(readSyntax(file))
    .filter(({ name }) => !suites.includes(name))
    .flatMap(({ name, line, lines, depth, params }) => [
      ...(lines > budgets.function.max
        ? [`${file.path}:${line} ${name}: ${lines} lines, at most ${budgets.function.max}`]
        : []),
      ...(depth > budgets.depth
        ? [`${file.path}:${line} ${name}: nested ${depth} deep, at most ${budgets.depth}`]
        : []),
      ...(params > budgets.params
        ? [`${file.path}:${line} ${name}: ${params} parameters, at most ${budgets.params}`]
        : []),
    ])
}
