import { describe, expect, test } from 'vitest'
import { messageOf, type MessagePart } from './invoice-message.ts'

const place = {
  name: 'Lakeside <Midtown>',
  address: '1 Main & Elm',
  address2: 'Floor 6',
  cityStateZip: 'New York, NY 10017',
  phone: '(212) 555-0140',
}
type Text = Exclude<Extract<MessagePart, { type: 'list' }>['items'][number]['text'], string>

/** Strong words between stars, emphasized ones between slashes, and where links lead. */
const marked = (text: string | Text) =>
  typeof text === 'string'
    ? text
    : text
        .map(({ text: words, strong, emphasis, href }) => {
          const linked = href === undefined ? words : `[${words}](${href})`
          return `${strong ? '*' : ''}${emphasis ? '/' : ''}${linked}${emphasis ? '/' : ''}${strong ? '*' : ''}`
        })
        .join('')

/** Each paragraph, item and row. */
const wordsOf = (template: string) =>
  messageOf(template, place).flatMap((part) => {
    if (Array.isArray(part)) return [marked(part)]
    if (part.type === 'list')
      return part.items.map(
        ({ text, level = 1, number }) => `${'  '.repeat(level - 1)}${number ?? '-'} ${marked(text)}`,
      )
    return part.rows.map(({ cells }) =>
      cells
        .map(
          ({ text, head, across, down }) => `${head ? '#' : ''}${marked(text)}${across ?? ''}${down ? `v${down}` : ''}`,
        )
        .join(' | '),
    )
  })

describe('the message of a practice', () => {
  test('names the place, as text', () => {
    expect(wordsOf('<p>@facility_name, @facility_address @facility_address2, @facility_city_state_zip</p>')).toEqual([
      'Lakeside <Midtown>, 1 Main & Elm Floor 6, New York, NY 10017',
    ])
    expect(wordsOf('Call @facility_phone. @facility_other @facility_names')).toEqual([
      'Call (212) 555-0140. @facility_other @facility_names',
    ])
  })

  test('keeps paragraphs, line breaks, strong and emphasized words, and lists', () => {
    expect(
      wordsOf('<h2>Thank <em>you</em></h2><div>One<br>two <b>three</b><br/> four</div><ul><li>A</li><li>B</li></ul>'),
    ).toEqual(['Thank /you/', 'One\ntwo *three*\nfour', '- A', '- B'])
  })

  test('keeps lists, numbered and nested', () => {
    expect(
      wordsOf('<ol start="3"><li>Three<ul><li>a</li><li><p>b</p><p>c</p></li></ul></li><li>Four</li></ol><p>End</p>'),
    ).toEqual(['3 Three', '  - a', '  - b\nc', '4 Four', 'End'])
    const deep = wordsOf(`${'<ul><li>x'.repeat(60)}${'</li></ul>'.repeat(60)}`)
    expect([deep.length, deep.at(-1)]).toEqual([60, `${'  '.repeat(5)}- x`])
  })

  test('keeps tables, with heads and spans; what stands in a cell are its lines', () => {
    expect(
      wordsOf(
        '<table><caption>Hours</caption><thead><tr><th colspan="2">Day</th></tr></thead><tbody><tr><td rowspan="2">Mon<br>Tue</td><td><ul><li>8</li><li>9</li></ul></td></tr><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></tbody></table>',
      ),
    ).toEqual(['Hours', '#Day2', 'Mon\nTuev2 | • 8\n• 9', 'a\nb'])
    expect(wordsOf('<table><tr><td colspan="99" rowspan="-1">x</td></tr></table>')).toEqual(['x12'])
    expect(wordsOf('<table><tr><td> </td></tr></table>')).toEqual([])
  })

  test('keeps links to secure pages, mail and phone, and says on paper where they lead', () => {
    expect(
      messageOf('<a href="https://pay.example/a?b=1&amp;c=2" target="x" onclick="y()">Pay <b>here</b></a>', place),
    ).toEqual([
      [
        { text: 'Pay ', href: 'https://pay.example/a?b=1&c=2' },
        {
          text: 'here',
          strong: true,
          href: 'https://pay.example/a?b=1&c=2',
          printed: ' (https://pay.example/a?b=1&c=2)',
        },
      ],
    ])
    expect(messageOf('<a href="mailto:a@b.example">a@b.example</a>', place)).toEqual([
      [{ text: 'a@b.example', href: 'mailto:a@b.example' }],
    ])
    expect(wordsOf('<a href="tel:+12125550140">Call</a>')).toEqual(['[Call](tel:+12125550140)'])
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'data:text/html,x',
    'http://x.example',
    '//x.example',
    '/user',
    'https:x',
    'vbscript:x',
    ' ',
  ])('makes no link to %s', (href) => {
    expect(wordsOf(`<a href="${href}">Pay</a>`)).toEqual(['Pay'])
  })

  test.each([
    ['<ul><li>A<li>B', ['- A', '- B']],
    ['<table><tr><td>A<td>B<tr><td>C', ['A | B', 'C']],
    ['</p></ul></table>Pay</b>', ['Pay']],
    ['<td>A</td>', ['A']],
    ['<li>A</li>', ['A']],
    ['<b><p>A</b>B</p>', ['*A*', 'B']],
    [
      '<p>\u05e9\u05dc\u05d5\u05dd &eacute;&nbsp;&#128512; \ud83d\ude00</p>',
      ['\u05e9\u05dc\u05d5\u05dd \u00e9 \ud83d\ude00 \ud83d\ude00'],
    ],
  ])('reads broken and foreign HTML: %s', (template, words) => {
    expect(wordsOf(template)).toEqual(words)
  })

  test('of 300 kB is read whole', () => {
    expect(wordsOf('<p>Pay <b>now</b></p>'.repeat(14_000))).toHaveLength(14_000)
    expect(wordsOf(`<table><tr>${'<td>x</td>'.repeat(30_000)}</tr></table>`)).toHaveLength(1)
    expect(wordsOf('<div>'.repeat(60_000))).toEqual([])
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
