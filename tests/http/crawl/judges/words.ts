import { opened, type Judge } from '../judge.ts'

/** What programs write when they have nothing to say, and dates that nobody has recorded. */
const leftBehind = /\b(undefined|NaN|Invalid DateTime)\b|\[object \w+\]|\{\{|\/000[01]\b/

/** Their values are for programs. */
const notRead = new Set([
  'to',
  'href',
  'src',
  'id',
  'input',
  'route',
  'address',
  'topics',
  'schema',
  'validator',
  'pattern',
])

export const words: Judge = {
  name: 'says nothing that a program has left behind',
  faultsIn: (crawled) =>
    opened(crawled).flatMap(({ path, body }) =>
      textsIn(body)
        .filter((text) => leftBehind.test(text))
        .map((text) => `${path}: ${text.slice(0, 200)}`),
    ),
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => (notRead.has(name) ? [] : textsIn(each)))
}
