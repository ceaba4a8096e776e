/** An error in a file and its place: `pointer` is a JSON pointer, or empty for the whole file. */
export interface Fault {
  pointer: string
  sentence: string
}

const SHOWN = 5

export interface Refusal {
  sentences: string[]
  /** True for a file of another kind, rather than an invalid one of ours: silently skipped when it is in a folder. */
  foreign: boolean
}

/** Nothing of this file is loaded. */
export class FileRefused extends Error implements Refusal {
  readonly sentences: string[]
  readonly foreign: boolean
  constructor({ sentences, foreign }: Refusal) {
    super(sentences.join('\n'))
    this.sentences = sentences
    this.foreign = foreign
  }
}

/** Names the file and the place of each error; only the first few are listed. */
export function refused(name: string, faults: Fault[]): FileRefused {
  const sentences = faults
    .slice(0, SHOWN)
    .map(({ pointer, sentence }) => `${name}: ${pointer && `${pointer} `}${sentence}`)
  if (faults.length > SHOWN) sentences.push(`${name}: and ${faults.length - SHOWN} more of such faults`)
  return new FileRefused({ sentences, foreign: false })
}

/** An error of the file as a whole. */
export const wholeRefused = (name: string, sentence: string) => refused(name, [{ pointer: '', sentence }])

/** A file of another kind. */
export const foreignFile = (name: string, sentence: string) =>
  new FileRefused({ sentences: [`${name}: ${sentence}`], foreign: true })
