import type { Screen } from '../../schemas/screen.ts'

/** What this client speaks; it stops compiling when the contract moves on. */
const spoken: Screen['protocol'] = '1.0'

/** A newer minor version only adds; another major one cannot be drawn. */
export function isSpoken(protocol: string): boolean {
  return major(protocol) === major(spoken)
}

function major(protocol: string): string | undefined {
  return protocol.split('.')[0]
}
