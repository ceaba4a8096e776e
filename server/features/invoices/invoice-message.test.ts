import { describe, expect, test } from 'vitest'
import { messageOf } from './invoice-message.ts'

const place = {
  name: 'Lakeside <Midtown>',
  address: '1 Main & Elm',
  address2: 'Floor 6',
  cityStateZip: 'New York, NY 10017',
  phone: '(212) 555-0140',
}
/** The words of each paragraph; strong ones between stars. */
const wordsOf = (template: string) =>
  messageOf(template, place).map((pieces) => pieces.map(({ text, strong }) => (strong ? `*${text}*` : text)).join(''))

describe('the message of a practice', () => {
  test('names the place, as text', () => {
    expect(wordsOf('<p>@facility_name, @facility_address @facility_address2, @facility_city_state_zip</p>')).toEqual([
      'Lakeside <Midtown>, 1 Main & Elm Floor 6, New York, NY 10017',
    ])
    expect(wordsOf('Call @facility_phone. @facility_other @facility_names')).toEqual([
      'Call (212) 555-0140. @facility_other @facility_names',
    ])
  })

  test('keeps paragraphs, line breaks and strong words, and nothing else of its markup', () => {
    expect(
      wordsOf('<h2>Thank <em>you</em></h2><div>One<br>two <b>three</b><br/> four</div><ul><li>A</li><li>B</li></ul>'),
    ).toEqual(['Thank you', 'One\ntwo *three*\nfour', 'A', 'B'])
  })

  test.each([
    '<script>alert(1)</script>Pay',
    '<style>p { color: red }</style>Pay',
    '<p onclick="alert(1)">Pay</p>',
    '<img src=x onerror=alert(1)>Pay',
    '<a href="javascript:alert(1)">Pay</a>',
    '<p>Pay<!-- secret --></p>',
    '<p>Pay',
    '<svg><script>alert(1)</script></svg>Pay',
  ])('runs nothing: %s', (template) => {
    expect(wordsOf(template)).toEqual(['Pay'])
  })

  test('shows markup that was escaped as text, once', () => {
    expect(wordsOf('<p>&lt;b&gt; &amp;amp; &quot;x&quot; 1 &lt; 2</p>')).toEqual(['<b> &amp; "x" 1 < 2'])
  })

  test('without markup keeps its lines; empty it says nothing', () => {
    expect(wordsOf('One\nTwo')).toEqual(['One\nTwo'])
    expect(wordsOf('')).toEqual([])
    expect(wordsOf('<p> </p><br>')).toEqual([])
  })
})
