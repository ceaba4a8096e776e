import type { Screen } from '../../schemas/screen.ts'

/** The protocol version of this client; does not compile if the contract's version changes. */
const spoken: Screen['protocol'] = '1.0'

/** A newer minor version only adds; another major version cannot be rendered. */
export function isSpoken(protocol: string): boolean {
  return major(protocol) === major(spoken)
}

function major(protocol: string): string | undefined {
  return protocol.split('.')[0]
}
