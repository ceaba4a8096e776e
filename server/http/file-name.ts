const longest = 200

/** Control characters, and those that turn the direction of what follows so that an ending looks like another. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const unseen = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/gu

/** The name of a file as it may be kept and shown: no path, nothing unseen, at most 200 characters with its ending kept. Empty for none. */
export function baseName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  const name = last.normalize('NFC').replace(unseen, '').trim()
  if (/^\.*$/.test(name)) return ''
  const letters = Array.from(name)
  if (letters.length <= longest) return name
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return letters.slice(0, longest - ending.length).join('') + ending
}
