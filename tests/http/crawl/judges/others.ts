import { people } from '../../../../server/sandbox/seed/people.ts'
import { opened, type Judge } from '../judge.ts'

export const others: Judge = {
  name: 'shows nothing of another person',
  faultsIn: (crawled) => {
    const { patients } = crawled
    if (patients === 'all') return []
    const strangers = Object.values(people).filter(({ patientN }) => !patients.includes(patientN))
    const own = Object.values(people).filter(({ patientN }) => patients.includes(patientN))
    const signs = strangers
      .flatMap(({ firstName, lastName, emrid, email, cellPhone }) => [
        `${firstName} ${lastName}`,
        emrid,
        email,
        cellPhone,
      ])
      .filter((sign) => sign !== '' && !own.some(({ email, cellPhone }) => sign === email || sign === cellPhone))
    return opened(crawled).flatMap(({ path, body }) => {
      const text = JSON.stringify(body)
      return signs.filter((sign) => text.includes(sign)).map((sign) => `${path}: ${sign}`)
    })
  },
}
