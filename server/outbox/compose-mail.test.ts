import { describe, expect, test } from 'vitest'
import { wordsOfHtml, wordsOfText } from '../../tests/support/html-words.ts'
import { composeMail, withLogo, type MailPractice } from './compose-mail.ts'
import type { MailContent } from './outbox.ts'

const practice: MailPractice = {
  name: 'Lakeside Dermatology',
  phone: { text: '(212) 555-0140', href: 'tel:+12125550140' },
  mark: 'LD',
  color: '#13607C',
}

function compose(content: Partial<MailContent> = {}, from: Partial<MailPractice> = {}) {
  const words = { subject: 'A new bill', sentence: 'There is a new bill for you.', why: 'You get this email because.' }
  return composeMail({ ...words, ...content }, { ...practice, ...from })
}

test('a mail has its practice, one sentence, one button, a phone number and its reason, in text and in HTML', () => {
  const { subject, text, html } = compose({
    button: { label: 'Sign in', href: 'https://portal.example/user/login?a=1&b=2' },
    details: ['It works once.'],
  })
  expect(subject).toBe('A new bill')
  expect(text).toBe(`Lakeside Dermatology

There is a new bill for you.

Sign in:
https://portal.example/user/login?a=1&b=2

It works once.

Lakeside Dermatology, (212) 555-0140

You get this email because.
`)
  expect(wordsOfHtml(html)).toBe(wordsOfText(text).replace('Sign in:', 'Sign in'))
  expect(html).toContain('<html lang="en"')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('href="https://portal.example/user/login?a=1&amp;b=2"')
  expect(html).toContain('href="tel:+12125550140"')
  expect(html).toMatch(/aria-hidden="true"[^>]*background:#13607C[^>]*>LD</)
})

test('a mail loads nothing and runs nothing', () => {
  const { html } = compose({ button: { label: 'Sign in', href: 'https://portal.example/' } })
  expect(html).not.toMatch(/<(img|script|link|iframe|form|object|svg)|url\(|@import|\son\w+=|background=/)
  expect(html.match(/https?:/g)).toHaveLength(3) // the button, and its address as a link and in words
})

test('a code stands on a line of its own, and can be selected as a whole', () => {
  const { text, html } = compose({ sentence: 'Your verification code is', code: '4711' })
  expect(text).toContain('\n\nYour verification code is\n\n4711\n\n')
  expect(html).toMatch(/user-select:all">4711</)
})

test('a logo takes the place of initials and name, as a picture that travels with the mail', () => {
  const size = { cid: 'logo', width: 192, height: 48 }
  const html = withLogo(
    compose({ quote: { label: 'Note', text: '<!--head-->$&<!--/head-->' } }).html,
    size,
    '"Lake"\n$& <b>',
  )
  expect(html).toContain(
    '<img class="head" src="cid:logo" width="192" height="48" alt="&quot;Lake&quot; $&amp; &lt;b&gt;"',
  )
  expect(html).not.toMatch(/>LD<|<!--/)
  expect(withLogo('<p>of an earlier version</p>', size, 'Lake')).toBe('<p>of an earlier version</p>')
})

describe('what others wrote', () => {
  const bad = `<b>&"'</b><script>alert(1)</script>`

  test('is text, never markup', () => {
    const { text, html, subject } = compose(
      {
        subject: bad,
        sentence: bad,
        code: bad,
        list: { label: bad, values: [bad] },
        quote: { label: bad, text: bad },
        button: { label: bad, href: 'https://portal.example/"><script>' },
        details: [bad],
        why: bad,
      },
      { name: bad, phone: { text: bad, href: '"><script>' }, color: '"><script>' },
    )
    expect(html).not.toMatch(/<script|<b>/)
    expect(wordsOfHtml(html).match(/<script>alert\(1\)/g)).toHaveLength(text.match(/<script>alert\(1\)/g)?.length ?? 0)
    expect(subject).toBe(bad)
  })

  test('adds neither a header nor a line, and turns no text around', () => {
    const lines = 'Ada\r\nBcc: spy@example.org\u2028\u202Eevil\u0000'
    const { subject, text } = compose({ subject: lines, sentence: lines, details: [lines] }, { name: lines })
    expect(subject).toBe('Ada Bcc: spy@example.org evil')
    expect(text.split('\n\n').slice(0, 3)).toEqual(Array(3).fill('Ada Bcc: spy@example.org evil'))
  })

  test('in several lines is marked as quoted', () => {
    const { text, html } = compose({ quote: { label: 'What the patient wrote:', text: 'One\r\n\r\nCall 555\n' } })
    expect(text).toContain('\n\nWhat the patient wrote:\n> One\n>\n> Call 555\n\n')
    expect(html).toContain('One<br><br>Call 555</blockquote>')
  })

  test.for(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    'is no address for a button: %s',
    (href) => {
      expect(() => compose({ button: { label: 'Sign in', href } })).toThrow('no web address')
    },
  )
})

test('without letters there is no mark, and without a phone number no empty line', () => {
  const { text, html } = compose({}, { name: '😀', mark: '', phone: { text: '' } })
  expect(html).not.toContain('aria-hidden')
  expect(text).toBe('😀\n\nThere is a new bill for you.\n\nYou get this email because.\n')
})

test('a name of sixty letters stays whole', () => {
  const name = 'Dermatologie'.repeat(5)
  expect(compose({}, { name }).text).toContain(name)
  expect(compose({}, { name }).html).toContain(`overflow-wrap:anywhere" dir="auto">${name}<`)
})
