import type { RepositoryFile } from './repository.ts'

const machinePath = /(?<![\w./-])\/(work|root|home|Users|mnt|private|opt)\/[\w.-]+/
const packageHost =
  /registry\.(npmjs|yarnpkg|npmmirror)|npmmirror|artifactory|verdaccio|\/\/[\w.-]+\/(npm|repository)\//i

/** Places of the machine on which something was written, and the hosts that packages came from. */
export function machineTraces(files: readonly RepositoryFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const found = machinePath.exec(line)?.[0] ?? packageHost.exec(line)?.[0]
      return found ? [`${path}:${index + 1} ${found}`] : []
    }),
  )
}

/** Policies that would let words become code or styles. */
export function unsafePolicies(files: readonly RepositoryFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        /unsafe-(eval|inline|hashes)|'strict-dynamic'/.test(line) ? [`${path}:${index + 1}`] : [],
      ),
  )
}

/** Scripts and styles that stand in a page itself, and handlers in its elements. */
export function inlineCode(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)].filter(
    ([, attributes = '', code = '']) => code.trim() !== '' || !/\ssrc=/.test(attributes),
  )
  const styles = [...html.matchAll(/<style\b[^>]*>|\sstyle=|\son\w+=|javascript:/gi)]
  return [...scripts, ...styles].map(([found]) => found.trim())
}

/** `npm run …` and `npm …` commands of a text, without their options. */
export function npmCommands(text: string): string[] {
  const run = [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  const short = [...text.matchAll(/\bnpm (test|start)\b/g)].map(([, name = '']) => name)
  return [...new Set([...run, ...short])]
}

/** The variables of the environment that a source reads. */
export function environmentVariables(text: string): string[] {
  const read = [...text.matchAll(/\b(?:process\.)?env\.([A-Z][A-Z0-9_]+)|portIn\(env, '([A-Z_]+)'/g)].map(
    ([, one, other]) => one ?? other ?? '',
  )
  return [...new Set(read)].sort()
}
