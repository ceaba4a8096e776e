import type { BlockOf } from '../../../schemas/blocks.ts'

type Group = BlockOf<'choice'>['groups'][number]

/** Returns the groups with the options that contain every word of the query, ignoring accents and case. */
export function matching(groups: Group[], query: string): Group[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups
    .map((group) => ({ ...group, options: group.options.filter((option) => holdsAll(words, option, group.title)) }))
    .filter(({ options }) => options.length > 0)
}

function holdsAll(
  words: string[],
  { title, text, lines = [], mark }: Group['options'][number],
  groupTitle: string | undefined,
): boolean {
  const all = plain([title, text, ...lines, mark?.text, groupTitle].filter(Boolean).join(' '))
  return words.every((word) => all.includes(word))
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
