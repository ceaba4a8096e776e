/** The record server's number behind an id; undefined for a text that cannot be one, so that no such text reaches a path. */
export function recordNumber(id: string | undefined): number | undefined {
  return id !== undefined && /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined
}
