import { expect, test } from 'vitest'
import { languageWords, missingWords, timeWords } from './hl7-words.ts'

test.each([
  ['20170824113810-0500', 'Aug 24, 2017, 11:38 AM (UTC−5)'],
  ['20170824113810.242-0500', 'Aug 24, 2017, 11:38 AM (UTC−5)'],
  ['20161210001131+0000', 'Dec 10, 2016, 12:11 AM (UTC)'],
  ['201612101200+0530', 'Dec 10, 2016, 12:00 PM (UTC+5:30)'],
  ['201612102359-0930', 'Dec 10, 2016, 11:59 PM (UTC−9:30)'],
  ['20160902122112', 'Sep 2, 2016, 12:21 PM'],
  ['2016090215', 'Sep 2, 2016, 3 PM'],
  ['20150722', 'Jul 22, 2015'],
  ['20150722-0400', 'Jul 22, 2015 (UTC−4)'],
  ['201507', 'Jul 2015'],
  ['2017', '2017'],
  ['20160229', 'Feb 29, 2016'],
])('the time %s reads as %s, as exact as it is given and never converted', (value, words) => {
  expect(timeWords(value)).toBe(words)
})

test.each(['20170229', '201713', '2017082425', '201708241160', 'July 2017', '', '20170824T1138', 'x'.repeat(40)])(
  'what is no time (%s) stays as it stands',
  (value) => {
    expect(timeWords(value)).toBe(value)
  },
)

test('a value that is missing says why', () => {
  const words = ['UNK', 'MSK', 'NASK', 'ASKU', 'NI', 'XYZ', 'constructor', undefined].map(missingWords)
  expect(words).toEqual([
    'Not known',
    'Masked',
    'Not asked',
    'Asked, but not known',
    'No information',
    'No information',
    'No information',
    '',
  ])
})

test('a language is named unless it is English', () => {
  const words = ['en-US', 'en', 'es-MX', 'de', undefined, 'x', 'eng-', 'zz-toolongsubtag', '<b>'].map(languageWords)
  expect(words).toEqual(['', '', 'Mexican Spanish', 'German', '', '', '', '', ''])
})
