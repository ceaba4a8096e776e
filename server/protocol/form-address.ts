import { createHash } from 'node:crypto'

/** Where the compiled checks of a form are: at the hash of its schema, so that they can be kept for ever. */
export function formAddress(schema: Record<string, unknown>): string {
  return `/ui/forms/${createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 32)}.js`
}
