/** `"` a string; `0` a number, true, false or null; `?` not JSON; the others are literal. */
type Token = '{' | '}' | '[' | ']' | ',' | ':' | '"' | '0' | 'end' | '?'
type Expected = 'value' | 'firstItem' | 'firstKey' | 'key' | 'colon' | 'next'

const VALUES: Token[] = ['{', '[', '"', '0']
const ALLOWED: Record<Expected, Token[]> = {
  value: VALUES,
  firstItem: [...VALUES, ']'],
  firstKey: ['"', '}'],
  key: ['"'],
  colon: [':'],
  next: [',', '}', ']', 'end'],
}
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const SPACE = /[ \t\n\r]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/**
 * Returns where a text stops being JSON, as `line 3, column 7`; undefined if it is valid. `JSON.parse` of Node 20 does
 * not always say it. Works without recursion, because an invalid file may be nested to any depth.
 */
export function jsonPlace(text: string): string | undefined {
  const open: Token[] = []
  let expected: Expected = 'value'
  for (let at = 0; ;) {
    at = skip(text, at)
    const { token, end } = tokenAt(text, at)
    if (!ALLOWED[expected].includes(token) || !closesWell(open, expected, token))
      return placeOf(text, token === '?' ? end : at)
    if (token === 'end') return undefined
    expected = after(open, expected, token)
    at = end
  }
}

/** Whether a comma, a bracket or the end fits the open brackets. */
function closesWell(open: Token[], expected: Expected, token: Token): boolean {
  const inner = open.at(-1)
  if (token === 'end') return expected === 'next' && inner === undefined
  if (token === '}') return inner === '{'
  if (token === ']') return inner === '['
  return token !== ',' || inner !== undefined
}

function after(open: Token[], expected: Expected, token: Token): Expected {
  if (token === '{' || token === '[') {
    open.push(token)
    return token === '{' ? 'firstKey' : 'firstItem'
  }
  if (token === ',') return open.at(-1) === '{' ? 'key' : 'value'
  if (token === ':') return 'value'
  if (token === '"' && (expected === 'key' || expected === 'firstKey')) return 'colon'
  if (token === '}' || token === ']') open.pop()
  return 'next'
}

/** For `?`, `end` is the position of the error. */
function tokenAt(text: string, at: number): { token: Token; end: number } {
  const message = text[at]
  if (message === undefined) return { token: 'end', end: at }
  if ('{}[],:'.includes(message)) return { token: message as Token, end: at + 1 } // one of the six just listed
  if (message === '"') return stringAt(text, at)
  SCALAR.lastIndex = at
  return SCALAR.test(text) ? { token: '0', end: SCALAR.lastIndex } : { token: '?', end: at }
}

function stringAt(text: string, start: number): { token: Token; end: number } {
  let at = start + 1
  while (at < text.length && text[at] !== '"') {
    if (text.charCodeAt(at) < 32) return { token: '?', end: at }
    if (text[at] !== '\\') {
      at++
      continue
    }
    ESCAPE.lastIndex = at
    if (!ESCAPE.test(text)) return { token: '?', end: at }
    at = ESCAPE.lastIndex
  }
  return at < text.length ? { token: '"', end: at + 1 } : { token: '?', end: at }
}

function skip(text: string, at: number): number {
  SPACE.lastIndex = at
  SPACE.test(text)
  return SPACE.lastIndex
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return `line ${line}, column ${at - before.lastIndexOf('\n')}`
}
