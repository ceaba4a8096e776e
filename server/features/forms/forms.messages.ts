/** Errors of forms. */
export const formsMessages = {
  'forms.unknown': 'This form is no longer open. Please check your forms again.',
} as const
