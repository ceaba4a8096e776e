const longest = 200

/** Control characters, and those that change the text direction, so that an ending looks like another. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const unseen = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/gu

/**
 * Returns the file name as it may be stored and shown: no path, no invisible characters, at most 200 characters with
 * its ending kept. Empty if there is none.
 */
export function baseName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  const name = last.normalize('NFC').replace(unseen, '').trim()
  if (/^\.*$/.test(name)) return ''
  const characters = Array.from(name)
  if (characters.length <= longest) return name
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, longest - ending.length).join('') + ending
}
