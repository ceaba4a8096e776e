import { opened, type Judge } from '../judge.ts'

export const topics: Judge = {
  name: 'follows only what is about these records, this person and this practice',
  faultsIn: (crawled) => {
    const { patients, practice } = crawled
    const isForeign = (topic: string) => {
      const [, of, patient] = /^(?:licensee|patient):(\w+)(?::(\d+))?\//.exec(topic) ?? []
      const isOfOther = patient !== undefined && patients !== 'all' && !patients.includes(Number(patient))
      return isOfOther || (of !== undefined && of !== practice)
    }
    return opened(crawled).flatMap(({ path, body }) =>
      ((body as { topics?: string[] }).topics ?? []) // of a screen or a region
        .filter(isForeign)
        .map((topic) => `${path}: ${topic}`),
    )
  },
}
