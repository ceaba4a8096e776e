import { expect, test } from 'vitest'
import { linesOfHtml, linesOfText } from './document-lines.ts'

test('a text keeps its lines, without empty ones', () => {
  expect(linesOfText('One\r\n\n  two \u0000\rthree')).toEqual(['One', 'two', 'three'])
  expect(linesOfText(' \n')).toEqual([])
})

test.each([
  [
    '<h1>Note</h1><p>Fever &amp; <b>rash</b>,\n since Monday.<br>Better.</p>',
    ['Note', 'Fever & rash, since Monday.', 'Better.'],
  ],
  ['<ul><li>One<li>Two</ul>', ['One', 'Two']],
  ['<table><tr><td>Glucose</td><td>5.10</td></tr></table>', ['Glucose 5.10']],
  ['<head><title>No</title></head><style>p{}</style><script>alert(1)</script><p>Yes', ['Yes']],
  ['<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt; &quot;</p>', ['<script>alert(1)</script> &lt; "']],
  ['<!-- no --><img src="https://tracker.example/x.png" onerror="alert(1)">', []],
])('%s is read as text', (html, lines) => {
  expect(linesOfHtml(html)).toEqual(lines)
})
