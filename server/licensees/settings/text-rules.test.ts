import { describe, expect, it } from 'vitest'
import { textRules, type TextRuleName } from './text-rules.ts'

const examples: Record<TextRuleName, { right: string[]; wrong: string[] }> = {
  state: { right: ['NY'], wrong: ['ny', 'New York', 'N', 'N1'] },
  zip: { right: ['10017', '100171234', '10017-1234'], wrong: ['1001', '100170', '10017-12', 'ABCDE', ' 10017'] },
  phone: {
    right: ['2125550140', '(212) 555-0140', '212-555-0140', '212.555.0140', '+1 212 555 0140', '12125550140'],
    wrong: ['555-0140', '212555014', '21255501400', 'call us', '(212 555-0140'],
  },
  email: {
    right: ['office@example.com', 'büro@praxis.example'],
    wrong: [
      'office',
      'a@b',
      'a@b.c, d@e.f',
      'Office <office@example.com>',
      'a@[127.0.0.1]',
      'a@b.c\nBcc: d@e.f',
      ' a@b.c',
    ],
  },
  npi: { right: ['1999999984'], wrong: ['199999998', '19999999844', '199999998A'] },
  alias: { right: ['lakeside-office', 'front.desk+1'], wrong: ['front desk', 'office@practice', 'a/b'] },
  domain: {
    right: ['localhost', 'lakeside.localhost', 'portal.example.com:8443'],
    wrong: ['https://portal.example.com', 'portal.example.com/', '-a.com', 'a..b', 'a b'],
  },
  entries: {
    right: [
      'Forms:intake',
      'Forms:intake;',
      'Forms: intake ; Tele check:tele_check ;\nMap:https://maps.example.com',
      ' ',
    ],
    wrong: ['Forms', 'Forms:', ':intake', 'Forms:intake;;Map:map', 'Forms:intake;Map'],
  },
}

describe('the forms of texts', () => {
  for (const [name, { right, wrong }] of Object.entries(examples)) {
    it(`admits ${name} as it is written, and the empty text`, () => {
      const form = new RegExp(textRules[name as TextRuleName].pattern, 'u') // the keys of the record above
      for (const text of ['', ...right]) expect(form.test(text), text).toBe(true)
      for (const text of wrong) expect(form.test(text), text).toBe(false)
    })
  }

  it('does not run away on a long text that almost fits', () => {
    expect(new RegExp(textRules.entries.pattern, 'u').test(`${'a:b;'.repeat(450)}${' '.repeat(200)}x`)).toBe(false)
    expect(new RegExp(textRules.domain.pattern, 'u').test(`${'a'.repeat(199)}!`)).toBe(false)
  })
})
