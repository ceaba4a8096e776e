/** What both runs of Stryker share (docs/mutation.md). */
export const common = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // Stryker reads tsconfig.json with the compiler API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  tempDirName: '.cache/mutation-work',
  ignorePatterns: ['.cache', '.data', 'dist', 'coverage', 'docs/images'],
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, skipFull: true },
  allowConsoleColors: false,
  thresholds: { high: 95, low: 90, break: 90 },
}
