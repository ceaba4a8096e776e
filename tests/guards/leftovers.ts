import type { RepositoryFile } from './repository.ts'

const machinePath = /(?<![\w./-])\/(work|root|home|Users|mnt|private|opt)\/[\w.-]+/
const packageHost =
  /registry\.(npmjs|yarnpkg|npmmirror)|npmmirror|artifactory|verdaccio|\/\/[\w.-]+\/(npm|repository)\//i

/** Returns paths of the machine that wrote a file, and hosts of package registries. */
export function machineTraces(files: readonly RepositoryFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const trace = machinePath.exec(line)?.[0] ?? packageHost.exec(line)?.[0]
      return trace ? [`${path}:${index + 1} ${trace}`] : []
    }),
  )
}

/** Policies that would allow code or styles from text. */
export function unsafePolicies(files: readonly RepositoryFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        /unsafe-(eval|inline|hashes)|'strict-dynamic'/.test(line) ? [`${path}:${index + 1}`] : [],
      ),
  )
}

/** Inline scripts and styles in a page, and event handlers in its elements. */
export function inlineCode(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)].filter(
    ([, attributes = '', code = '']) => code.trim() !== '' || !/\ssrc=/.test(attributes),
  )
  const styles = [...html.matchAll(/<style\b[^>]*>|\sstyle=|\son\w+=|javascript:/gi)]
  return [...scripts, ...styles].map(([match]) => match.trim())
}

/** The `npm run …` and `npm …` commands in a text, without their options. */
export function npmCommands(text: string): string[] {
  const run = [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  const short = [...text.matchAll(/\bnpm (test|start)\b/g)].map(([, name = '']) => name)
  return [...new Set([...run, ...short])]
}

/** The environment variables that a source file reads. */
export function environmentVariables(text: string): string[] {
  const read = [...text.matchAll(/\b(?:process\.)?env\.([A-Z][A-Z0-9_]+)|portIn\(env, '([A-Z_]+)'/g)].map(
    ([, one, other]) => one ?? other ?? '',
  )
  return [...new Set(read)].sort()
}
