/** What forms say when one cannot be opened. */
export const formsMessages = {
  'forms.unknown': 'This form is not open for you any more. Please look at your forms again.',
} as const
