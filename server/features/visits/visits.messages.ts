/** Errors of video visits. */
export const visitsMessages = {
  'visits.unknown': 'This link does not open a video visit. Please open it from your appointments.',
} as const
