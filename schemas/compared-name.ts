/** Signs that phones, word processors and records write for one another; U+00B4 and U+FF07 become others by NFKC. */
const apostrophes = /['`\u00b4\u02b9-\u02bd\u02c8\u2018\u2019\u201b\u2032\uff07]/g
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Returns a name as names are compared, and never as it is stored or shown: what a reader cannot see as different is not
 * different. Letter case, widths, kinds of apostrophes and hyphens, invisible characters and the number of blanks do not
 * count; accents do.
 */
export function comparedName(name: string): string {
  return name
    .replaceAll(apostrophes, "'")
    .replaceAll(hyphens, '-')
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFC')
}

/** Returns whether a first name is that of a record, which may hold middle names too: `Paula` is `Paula Marie`. */
export function isFirstNameOf(typed: string, recorded: string): boolean {
  const [name, names] = [comparedName(typed), comparedName(recorded)]
  return name !== '' && `${names} `.startsWith(`${name} `)
}
