/** Paths in the text, such as those of tests, at which there is no file. */
export function unknownTests(document: string, paths: readonly string[]): string[] {
  const named = [...document.matchAll(/`([\w.][\w./-]*\/[\w./-]+)`/g)].map(([, path = '']) => path)
  return [...new Set(named)].filter((path) => !paths.includes(path))
}

/** The promises that name no test. */
export function unprovenPromises(document: string): string[] {
  const [, section = ''] = `\n${document}`.split('\n## What the portal promises')
  const [text = ''] = section.split('\n## ')
  const promises = text.split('\n').filter((line) => line.startsWith('- '))
  if (promises.length === 0) return ['there are no promises']
  return promises.filter((line) => !/`[\w./-]+\.test\.tsx?`/.test(line))
}

/** The ids in a table of requirements, and the first cells of rows whose last cell is empty. */
export function requirementsIn(document: string): { ids: string[]; empty: string[] } {
  const rows = document
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, ids = '']) => /^\d+\.\d+\.\d+/.test(ids))
  return {
    ids: rows.flatMap(([, ids = '']) => ids.split(', ')),
    empty: rows.filter(([, , , , last]) => !last).map(([, ids = '']) => ids),
  }
}

/** The tables that a sequence of migrations leaves. */
export function tablesAfter(migrations: readonly string[]): string[] {
  const tables = new Set<string>()
  for (const [, verb = '', name = ''] of migrations
    .join('\n')
    .matchAll(/^(create|drop) table (?:if (?:not )?exists )?(\w+)/gim))
    if (verb.toLowerCase() === 'create') tables.add(name)
    else tables.delete(name)
  return [...tables].toSorted()
}

/** The names in the last cells of the table of classes, in the order of the document. */
export function classifiedTables(document: string): string[] {
  const [, section = ''] = document.split('\n## Classes of data')
  const [text = ''] = section.split('\n## ')
  const last = text
    .split('\n')
    .filter((line) => line.startsWith('| **'))
    .map((line) => line.split('|').at(-2) ?? '')
  return last.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
}
