const known = new Set<string>()
let sheet: CSSStyleSheet | undefined

/** Returns the class that shows a block between two viewport widths, in px. Its media query is created on first use. */
export function mediaClass(from?: number, upTo?: number): string {
  const names = []
  if (from !== undefined) names.push(rule(`from-${from}`, `(width < ${from}px)`))
  // `upTo` is inclusive; `+ 1` because a viewport can have a fractional width.
  if (upTo !== undefined) names.push(rule(`up-to-${upTo}`, `(width >= ${upTo + 1}px)`))
  return names.join(' ')
}

function rule(name: string, hiddenIn: string): string {
  if (known.has(name)) return name
  known.add(name)
  ownSheet()?.insertRule(`@media ${hiddenIn} { .${name} { display: none !important } }`)
  return name
}

// A constructed style sheet needs no nonce; a style element would need one under the content security policy.
function ownSheet(): CSSStyleSheet | undefined {
  if (sheet || !('adoptedStyleSheets' in document)) return sheet
  sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return sheet
}
