interface TextRule {
  /** In the error catalogue. */
  code: string
  /** Admits the empty text as well: whether a text is needed is said by its setting. */
  pattern: string
  /** What a person reads whose text has another form. */
  words: string
}

/**
 * The forms that texts of settings have. They hold for what is changed in the portal; what a practice keeps
 * in its record server is shown as it stands, so that a phone number with an extension does not vanish.
 */
export const textRules = {
  state: {
    code: 'setting.state',
    pattern: '^([A-Z]{2})?$',
    words: 'Please enter the two capital letters of the state, for example NY.',
  },
  zip: {
    code: 'setting.zip',
    pattern: '^(\\d{5}(-?\\d{4})?)?$',
    words: 'Zip code must be 5 or 9 digits or xxxxx-yyyyy',
  },
  phone: {
    code: 'setting.phone',
    pattern: '^((\\+?1[ .-]?)?(\\(\\d{3}\\)|\\d{3})[ .-]?\\d{3}[ .-]?\\d{4})?$',
    words: 'Please enter a phone number of 10 digits, for example (212) 555-0140.',
  },
  npi: { code: 'setting.npi', pattern: '^(\\d{10})?$', words: 'An NPI has 10 digits.' },
  alias: {
    code: 'setting.alias',
    pattern: '^[a-zA-Z0-9._%+-]*$',
    words: 'Please enter only what stands before the @: letters, digits, dots and hyphens.',
  },
  domain: {
    code: 'setting.domain',
    pattern: '^([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*(:\\d{1,5})?)?$',
    words: 'Please enter a host name without https:// and without a path, for example portal.example.com.',
  },
  entries: {
    code: 'setting.entries',
    pattern: '^(\\s*[^:;\\s][^:;]*:\\s*[^;\\s][^;]*(;|$))*\\s*$',
    words: 'Please enter label:template for each entry and part them by semicolons.',
  },
} as const satisfies Record<string, TextRule>

export type TextRuleName = keyof typeof textRules
