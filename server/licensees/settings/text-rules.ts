interface TextRule {
  /** A code of the error catalogue. */
  code: string
  /** Matches the empty text as well: `required` of the setting decides whether a text is needed. */
  pattern: string
  /** The message for a text of another format. */
  words: string
}

/**
 * The formats of text settings. They apply to values that are changed here; a practice's values from its record server
 * are shown unchanged, so that a phone number with an extension does not vanish.
 */
export const textRules = {
  state: {
    code: 'setting.state',
    pattern: '^([A-Z]{2})?$',
    words: 'Enter two capital letters, for example NY.',
  },
  zip: {
    code: 'setting.zip',
    pattern: '^(\\d{5}(-?\\d{4})?)?$',
    words: 'Zip code must be 5 or 9 digits or xxxxx-yyyyy',
  },
  phone: {
    code: 'setting.phone',
    pattern: '^((\\+?1[ .-]?)?(\\(\\d{3}\\)|\\d{3})[ .-]?\\d{3}[ .-]?\\d{4})?$',
    words: 'Enter a phone number with 10 digits, for example (212) 555-0140.',
  },
  email: {
    code: 'setting.email',
    pattern: '^([^@\\s\\p{Cc},;:<>()"\\\\[\\]]+@[^@\\s\\p{Cc},;:<>()"\\\\[\\]]+\\.[^@\\s\\p{Cc},;:<>()"\\\\[\\]]+)?$',
    words: 'Enter one email address, for example office@example.com.',
  },
  npi: { code: 'setting.npi', pattern: '^(\\d{10})?$', words: 'An NPI has 10 digits.' },
  alias: {
    code: 'setting.alias',
    pattern: '^[a-zA-Z0-9._%+-]*$',
    words: 'Enter only what stands before the @: letters, digits, dots and hyphens.',
  },
  domain: {
    code: 'setting.domain',
    pattern: '^([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*(:\\d{1,5})?)?$',
    words: 'Enter the address without https:// and without a path, for example portal.example.com.',
  },
  entries: {
    code: 'setting.entries',
    pattern: '^(\\s*[^:;\\s][^:;]*:\\s*[^;\\s][^;]*(;|$))*\\s*$',
    words: 'Enter label:template for each entry, with a semicolon between entries.',
  },
} as const satisfies Record<string, TextRule>

export type TextRuleName = keyof typeof textRules
