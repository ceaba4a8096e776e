/** Letters that no decomposition of Unicode turns into plain ones; as in the function `folded_name` of the migration. */
const unaccented: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ŧ: 't',
  ı: 'i',
  þ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}
const apostrophes = /['`´ʹ-ʽˈ‘’‛′＇]/g
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const separators = /[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000]+/g

/** Returns a word as names are compared here: without letter case, accents, apostrophes, hyphens and other signs. */
export function comparedWord(typed: string): string {
  return withoutAccents(typed).replaceAll(separators, '')
}

/** Returns the words of a name that stand apart: `Mary-Ann O'Brien` is `mary`, `ann` and `obrien`. */
export function comparedWords(typed: string): string[] {
  return withoutAccents(typed).split(separators).filter(Boolean)
}

const withoutAccents = (typed: string) =>
  typed
    .replaceAll(invisible, '')
    .replaceAll(apostrophes, '')
    .toLowerCase()
    .replaceAll(/[øłđðŧıþßæœ]/g, (sign) => unaccented[sign] ?? sign)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
