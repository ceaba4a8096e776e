/** How record servers write that there is no date (specification 2 §9). */
export const noDates = [
  undefined,
  null,
  '',
  ' ',
  '0001-01-01',
  '0001-01-01T00:00:00',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00.0000000',
  '0001-01-01T00:00:00-05:00',
  '0000-12-31T19:00:00-05:00',
] as const
