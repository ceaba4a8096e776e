/**
 * Returns the record server's number of an id; undefined for a text that cannot be one, so that no such text gets into
 * a path.
 */
export function recordNumber(id: string | undefined): number | undefined {
  return id !== undefined && /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined
}
