/** Content on screen, as the live connection needs it. */
export interface DrawnContent {
  topics: readonly string[]
  /** When it was drawn; opaque. */
  asOf: string | undefined
}
