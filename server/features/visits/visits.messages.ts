/** What video visits say when one cannot be shown. */
export const visitsMessages = {
  'visits.unknown': 'This link leads to no video visit. Please open it from your appointments.',
} as const
