type Json = Record<string, unknown>

/** Returns the objects of a schema that name their members but are not closed, by their place in it. */
export function openObjects(schema: unknown, at = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each, index) => openObjects(each, `${at}/${index}`))
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, additionalProperties } = schema as Json // any JSON object has members
  const isOpen = typeof properties === 'object' && additionalProperties !== false
  return [
    ...(isOpen ? [at || '/'] : []),
    ...Object.entries(schema).flatMap(([name, inner]) => within(`${at}/${name}`, { name, inner })),
  ]
}

/** Examples are values and `if` only selects; neither describes what is sent. */
function within(at: string, { name, inner }: { name: string; inner: unknown }): string[] {
  return ['examples', 'if', 'const', 'enum', 'discriminator'].includes(name) ? [] : openObjects(inner, at)
}

/** Returns the `$ref`s of a schema that match no name. */
export function danglingRefs(schema: unknown, names: ReadonlySet<string>): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => danglingRefs(each, names))
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? (names.has(inner) ? [] : [inner]) : danglingRefs(inner, names),
  )
}
