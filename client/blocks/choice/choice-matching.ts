import type { BlockOf } from '../../../schemas/blocks.ts'

type Group = BlockOf<'choice'>['groups'][number]

/** The groups with those of their options in which every wanted word stands somewhere, accents and case aside. */
export function matching(groups: Group[], wanted: string): Group[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean)
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
