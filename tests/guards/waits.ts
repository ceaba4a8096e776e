import type { RepositoryFile } from './repository.ts'
import { isTest } from './repository.ts'

/** The module with the only waits of tests: each says what it waits for. */
const named = 'tests/support/waiting.ts'
const fixedWaits = [/\bsetTimeout\(/, /\bwaitForTimeout\(/, /import \{[^}]*\bsetTimeout\b[^}]*\} from '(node:)?timers/]

/** The places in tests that wait for a time instead of a condition. */
export function fixedWaitsIn(files: readonly RepositoryFile[]): string[] {
  return files
    .filter(({ path }) => isTest(path) && !path.startsWith('tests/bench/') && path !== named)
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) =>
          fixedWaits.some((wait) => wait.test(line))
            ? [`${path}:${at + 1} waits for a time: use expect.poll, or a wait of ${named} that says what it waits for`]
            : [],
        ),
    )
}
