/** The size of a file in words: `12 KB` or `1.5 MB`, of 1,024 and 1,048,576 bytes. */
export function fileSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
