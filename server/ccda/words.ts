import type { CcdaHeader } from './ccda.ts'

/** In place of the text of a section that has none. */
export const withoutText = 'This section has no text.'

/** What stands below the title. */
export function factsOf({ patient, date, custodian }: CcdaHeader): { name: string; value: string }[] {
  return [
    { name: 'Patient', value: patient.name },
    { name: 'Date of birth', value: written(patient.birthDay) },
    { name: 'Date of the record', value: written(date) },
    { name: 'From', value: custodian ?? '' },
  ].filter(({ value }) => value !== '')
}

/** `yyyy-MM-dd` as people write it in the United States. */
const written = (day = ''): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1')
