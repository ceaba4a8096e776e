/** 13 to 19 digits, also in groups, that begin like the number of a card and are not the end of something longer. */
const candidate = /(?<![\p{L}\p{N}_-])[2-6](?:[ -]?\d){12,18}/gu
const shortest = 13

/** Whether a text holds what can be the number of a card: its digits pass the Luhn check. */
export function hasCardNumber(text: string): boolean {
  return maskCardNumbers(text) !== text
}

/** Leaves only the last four digits of what can be the number of a card. */
export function maskCardNumbers(text: string): string {
  let masked = ''
  let done = 0
  candidate.lastIndex = 0
  for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
    const number = numberIn(match[0], text.slice(candidate.lastIndex, candidate.lastIndex + 2))
    if (number) {
      masked += `${text.slice(done, match.index)}•••• ${number.replaceAll(/\D/g, '').slice(-4)}`
      done = match.index + number.length
    }
    candidate.lastIndex = number ? done : match.index + 1
  }
  return masked + text.slice(done)
}

/** The longest beginning of a candidate that passes the check and is not the beginning of something longer. */
function numberIn(text: string, after: string): string | undefined {
  for (let end = text.length; end >= shortest; end--) {
    const number = text.slice(0, end)
    const next = `${text.slice(end)}${after}`
    const isWhole = /\d$/.test(number) && !/^(?:[\p{L}\p{N}_]|-[\p{L}_])/u.test(next)
    const digits = number.replaceAll(/\D/g, '')
    if (isWhole && digits.length >= shortest && passesLuhn(digits)) return number
  }
  return undefined
}

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
