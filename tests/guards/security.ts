/** Paths in the text, such as those of tests, at which there is no file. */
export function unknownTests(document: string, paths: readonly string[]): string[] {
  const named = [...document.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map(([, path = '']) => path)
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
