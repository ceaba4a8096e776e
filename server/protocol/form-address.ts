import { createHash } from 'node:crypto'

/**
 * Returns the address of a form's compiled checks: it contains the hash of the schema, so that they can be cached
 * without limit.
 */
export function formAddress(schema: Record<string, unknown>): string {
  return `/ui/forms/${createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 32)}.js`
}
