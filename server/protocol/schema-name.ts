import type { TSchema } from 'typebox'

/** The name under which a schema of the contract is published. */
export function nameOf(schema: TSchema): string {
  return (schema as { $id?: string }).$id ?? '' // TSchema does not declare the options it carries
}
