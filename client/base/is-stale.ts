/** Whether an error means that a file of this build could not be fetched; the message differs by browser engine. */
export function isStale(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)
}
