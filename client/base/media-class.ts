const known = new Set<string>()
let sheet: CSSStyleSheet | undefined

/** The class that shows a block between two viewport widths, in px. Its media query is made when first asked for. */
export function mediaClass(from?: number, upTo?: number): string {
  const names = []
  if (from !== undefined) names.push(rule(`from-${from}`, `(width < ${from}px)`))
  // Up to and with that width; a viewport between two whole pixels still counts.
  if (upTo !== undefined) names.push(rule(`up-to-${upTo}`, `(width >= ${upTo + 1}px)`))
  return names.join(' ')
}

function rule(name: string, hiddenIn: string): string {
  if (known.has(name)) return name
  known.add(name)
  ownSheet()?.insertRule(`@media ${hiddenIn} { .${name} { display: none !important } }`)
  return name
}

// A sheet made by script needs no nonce, as a style element would under the content security policy.
function ownSheet(): CSSStyleSheet | undefined {
  if (sheet || !('adoptedStyleSheets' in document)) return sheet
  sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return sheet
}
