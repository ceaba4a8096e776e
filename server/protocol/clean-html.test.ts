import { describe, expect, test } from 'vitest'
import { cleanHtml, picturesIn } from './clean-html.ts'

const cleaned = (html: string) => cleanHtml(html).html

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

test('text, lists and tables stay, with headings below those of the screen', () => {
  expect(cleaned('<h1>Note</h1><p>All <strong>well</strong>.</p><ul><li>one</li></ul>')).toBe(
    '<h3>Note</h3><p>All <strong>well</strong>.</p><ul><li>one</li></ul>',
  )
  const table = '<table><tr><th scope="col">A</th><td colspan="2">1 &lt; 2</td></tr></table>'
  expect(cleaned(table)).toBe(table)
})

test.each([
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a script that closes late', '<p>a</p><script>alert(1)//</p>', '<p>a</p>'],
  ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['an event handler of a picture', '<img src="x" onerror="alert(1)">', ''],
  ['a style that loads', '<p style="background:url(https://x.example/a)">a</p>', '<p>a</p>'],
  ['a style sheet', '<style>@import "https://x.example/a.css";</style><p>a</p>', '<p>a</p>'],
  ['a linked style sheet', '<link rel="stylesheet" href="https://x.example/a.css"><p>a</p>', '<p>a</p>'],
  ['a form', '<form action="https://x.example"><input name="password"><button>Send</button></form>', 'Send'],
  ['a frame', '<iframe src="https://x.example" srcdoc="<p>b</p>"></iframe><p>a</p>', '<p>a</p>'],
  ['SVG', '<svg onload="alert(1)"><a href="javascript:alert(1)"><text>b</text></a></svg><p>a</p>', '<p>a</p>'],
  ['MathML around a style', '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>a', 'a'],
  ['a refresh', '<meta http-equiv="refresh" content="0;url=https://x.example"><p>a</p>', '<p>a</p>'],
  ['a base', '<base href="https://x.example/"><p>a</p>', '<p>a</p>'],
  ['an object', '<object data="a.swf"><embed src="a.swf"></object><p>a</p>', '<p>a</p>'],
  ['names and classes', '<p id="main" class="button" name="b" data-x="1">a</p>', '<p>a</p>'],
  ['a comment', '<!--[if IE]><script>alert(1)</script><![endif]--><p>a</p>', '<p>a</p>'],
  ['the head of a page', '<html><head><title>T</title></head><body><p>a</p></body></html>', '<p>a</p>'],
])('%s does not get through', (_what, hostile, left) => {
  expect(cleaned(hostile)).toBe(left)
})

describe('links', () => {
  test('lead outside in a new tab that knows nothing of the portal', () => {
    expect(cleaned('<a href="https://x.example/a" target="_top" rel="opener">a</a>')).toBe(
      '<a href="https://x.example/a" target="_blank" rel="noopener noreferrer">a</a>',
    )
  })

  test.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:a',
    'http://x.example',
    '//x.example',
    '/user/home/Profile',
    'Profile',
    '#main',
    'https://portal.example@x.example/',
    'https://:secret@x.example/',
    'https://',
    'tel:*21*5550100#',
    'tel:%2A21%2A5550100%23',
  ])('to %s are text', (href) => {
    expect(cleaned(`<a href="${href}">a</a>`)).toBe('<a>a</a>')
  })
})

test.each([
  ['mailto:desk@x.example?bcc=y@x.example&amp;body=Hello', 'mailto:desk@x.example'],
  ['MAILTO:desk@x.example?subject=a', 'MAILTO:desk@x.example'],
  ['tel:+1 (212) 555-0140', 'tel:+1 (212) 555-0140'],
  ['https://x.example/@name?to=a@x.example', 'https://x.example/@name?to=a@x.example'],
])('the link %s leads to %s', (href, to) => {
  expect(cleaned(`<a href="${href}">a</a>`)).toBe(`<a href="${to}" target="_blank" rel="noopener noreferrer">a</a>`)
})

describe('pictures', () => {
  test('that are embedded stay', () => {
    expect(cleaned(`<img src="${png}" alt="A spot" width="9000">`)).toBe(`<img src="${png}" alt="A spot" />`)
  })

  test.each([
    'https://x.example/a.png',
    '/a.png',
    '//x.example/a.png',
    'cid:1',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:text/html;base64,PHA+',
    'data:image/png;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+',
    png.replace('image/png', 'image/gif'),
  ])('from %s are left out', (src) => {
    expect(cleaned(`<p>a<img src="${src}"></p>`)).toBe('<p>a</p>')
  })

  test('do not come in by another attribute', () => {
    expect(cleaned(`<img src="${png}" srcset="https://x.example/a.png 2x">`)).toBe(`<img src="${png}" alt="" />`)
  })
})

describe('pictures at other places', () => {
  const html = '<img src="assets/a.png" alt="A"><img src="b.png"><img src="assets/a.png">'

  test('are named once each, without those that are part of the text or of a script', () => {
    expect(picturesIn(`${html}<img src="${png}"><script>"<img src=c.png>"</script>`)).toEqual(['assets/a.png', 'b.png'])
    expect(picturesIn('<b>'.repeat(20_001) + html)).toEqual([])
  })

  test('are shown where they were read, and missed otherwise', () => {
    expect(cleanHtml(html, { pictures: new Map([['assets/a.png', png]]) })).toEqual({
      html: `<img src="${png}" alt="A" /><img src="${png}" alt="" />`,
      note: 'A picture cannot be shown.',
    })
    expect(cleanHtml(html, { pictures: new Map([['assets/a.png', 'https://x.example/a.png']]) }).html).toBe('')
  })
})

describe('what a reader would miss is named', () => {
  const remote = 'Pictures from other sites are not shown.'
  test.each([
    ['a remote picture', '<img src="https://x.example/a.png">', remote],
    ['a remote picture without a scheme', '<img src="//x.example/a.png">', remote],
    ['two of them', '<img src="http://x.example/a"><p><img src=" https://x.example/b"></p>', remote],
    ['a picture that came with an e-mail', '<img src="cid:1">', 'A picture cannot be shown.'],
    ['a picture that is none', '<img src="data:image/svg+xml;base64,PHN2Zy8+">', 'A picture cannot be shown.'],
    ['a form', '<form><input name="a"><select></select></form>', 'Fields to fill in are not shown.'],
    ['both', '<input><img src="//x.example/a">', `Fields to fill in are not shown. ${remote}`],
  ])('%s', (_what, html, note) => {
    expect(cleanHtml(`<p>a</p>${html}`).note).toBe(note)
  })

  test.each([
    ['text', '<p>a</p>'],
    ['an embedded picture', `<img src="${png}">`],
    ['a picture in a script', '<script>"<img src=//x.example/a>"</script>'],
    ['a picture in a comment', '<!-- <img src="//x.example/a"> -->'],
    ['a style', '<p style="position:fixed">a</p><style>p{}</style>'],
  ])('but not %s', (_what, html) => {
    expect(cleanHtml(html)).not.toHaveProperty('note')
  })
})

describe('a part without its end', () => {
  test.each([
    ['svg', '<svg><path d="M0 0"><p>b</p>'],
    ['math', '<math><p>b</p>'],
    ['iframe', '<iframe src="https://x.example"><p>b</p>'],
    ['object', '<object data="a.swf"><p>b</p>'],
    ['noscript', '<noscript><p>b</p>'],
    ['title', '<title><p>b</p>'],
    ['textarea', '<textarea><p>b</p>'],
    ['two of them', '<title><iframe><p>b</p>'],
    ['an attribute of a kept tag', '<p>b</p title="'],
  ])('%s costs no words', (_what, rest) => {
    expect(cleaned(`<p>a</p>${rest}`)).toContain('<p>a</p><p>b</p>')
  })

  const partMissing = 'Part of this text cannot be shown. Call the office for it.'
  test.each([
    ['a script', '<script>let a = 1 <p>b</p>'],
    ['a style', '<style>p {} <p>b</p>'],
    ['a comment', '<!-- <p>b</p>'],
    ['a tag', '<p title="a>b</p>'],
    ['words in svg', '<svg><text>b</text></svg>'],
    ['words in a frame', '<iframe>b</iframe>'],
    ['more than a person forgets', '<xmp>'.repeat(12) + 'b'],
  ])('%s says that words are missing', (_what, rest) => {
    expect(cleanHtml(`<p>a</p>${rest}`)).toEqual({ html: expect.stringContaining('<p>a</p>'), note: partMissing })
  })

  test.each([
    ['a drawing without words', '<svg><style>a{}</style><path d="M0 0"/></svg>'],
    ['an empty frame', '<iframe src="https://x.example"></iframe>'],
    ['the title of a page', '<head><title>T</title></head>'],
    ['a whole script', '<script>1</script>'],
  ])('but not %s', (_what, rest) => {
    expect(cleanHtml(`${rest}<p>a</p>`)).toEqual({ html: '<p>a</p>' })
  })
})

test.each([
  ['nested deeper', '<div>'.repeat(15_000)],
  ['longer', 'word '.repeat(200_000)],
])('what hides words and is %s than a person writes leaves the text', (_what, rest) => {
  const { html, note } = cleanHtml(`<svg>a ${rest}`)
  expect([html.startsWith('<p>a'), note]).toEqual([true, 'This text is shown without its formatting.'])
})

test('more tags than a person writes leave the text, escaped, one line for each paragraph or row', () => {
  const start = '<p>1 < 2</p><style>a { b: c }</style><script>alert(1)</script><tr><td>A</td><td>B</td></tr>'
  const { html, note } = cleanHtml(`${start}${'<i>'.repeat(20_001)}<img src=x onerror=alert(1)>`)
  expect([html, note]).toEqual(['<p>1 &lt; 2<br>A B</p>', 'This text is shown without its formatting.'])
})

describe('links within a text', () => {
  const places = new Set(['doc-note-1'])
  const within = (html: string) => cleanHtml(html, { places }).html

  test('lead to the places that the server has made', () => {
    const html = '<a href="#doc-note-1">1</a><span id="doc-note-1">Note</span>'
    expect(within(html)).toBe(html)
    expect(within('<h2 id="doc-note-1">Note</h2><h6 id="x">b</h6>')).toBe('<h4 id="doc-note-1">Note</h4><h6>b</h6>')
    expect(cleaned(html)).toBe('<a>1</a><span>Note</span>')
  })

  test.each([
    '#doc-note-2',
    '# doc-note-1',
    '#doc-note-1#x',
    ' #doc-note-1',
    '/user#doc-note-1',
    'javascript:alert(1)#doc-note-1',
    '#__proto__',
    '#',
  ])('lead nowhere else: %s', (href) => {
    expect(within(`<a href="${href}">1</a>`)).toBe('<a>1</a>')
  })

  test.each(['root', 'doc-note-2', 'constructor', 'doc-note-1 x', ''])('%s is no place', (id) => {
    expect(within(`<span id="${id}" name="doc-note-1">a</span><p id="doc-note-1">b</p>`)).toBe('<span>a</span><p>b</p>')
  })
})
