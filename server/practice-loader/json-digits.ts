const VALUE = /(?<!\\)"value"\s*:\s*(-?(?:0|[1-9]\d*)(?:\.\d+)?)(?![\d.eE])/g

/**
 * Adds a member `digits` beside each number `value` of a JSON text whose digits `JSON.parse` loses: `5.10` would become
 * 5.1, but FHIR counts the zero as measured. (`JSON.parse` of Node 20 does not give the source of a number.) The quotes
 * of a key are never escaped, so what looks the same inside of a string stays unchanged.
 */
export const withDigits = (text: string): string =>
  text.replace(VALUE, (member, written: string) =>
    String(Number(written)) === written ? member : `${member},"digits":"${written}"`,
  )
