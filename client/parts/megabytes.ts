/** A size in megabytes of 1,048,576 bytes, with three decimals. */
export function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(3)
}
