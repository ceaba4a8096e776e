/** A value of a PDF. Names are texts; true, false, null and what is unknown are null. */
export type PdfValue = number | string | null | PdfString | PdfReference | PdfDictionary | PdfValue[]

/** A string as it is written, from its first delimiter to behind its last. */
export class PdfString {
  readonly start: number
  readonly end: number
  constructor(start: number, end: number) {
    this.start = start
    this.end = end
  }

  /** Returns its bytes (ISO 32000-2, 7.3.4). */
  read(bytes: Buffer): Buffer {
    const written = bytes.toString('latin1', this.start + 1, this.end - 1)
    if (bytes[this.start] !== '('.charCodeAt(0)) return Buffer.from(evenDigits(written), 'hex')
    const text = written
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/\\(\n|[0-7]{1,3}|.)/gs, (_, sign: string) => unescaped(sign))
    return Buffer.from(text, 'latin1')
  }
}

function evenDigits(written: string): string {
  const digits = written.replaceAll(/[^\da-f]/gi, '')
  return digits.length % 2 === 0 ? digits : `${digits}0`
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' }

function unescaped(sign: string): string {
  return /^[0-7]/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8) % 256) : (escapes[sign] ?? sign)
}

/** A reference to the object of that number. */
export class PdfReference {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

/** A dictionary. A key may be there several times, and readers differ in which one they use. */
export class PdfDictionary {
  readonly entries: readonly (readonly [key: string, value: PdfValue])[]
  /** `values` are keys and values in turn; what is not a name where a key has to be is skipped. */
  constructor(values: readonly PdfValue[]) {
    const entries: [string, PdfValue][] = []
    for (let at = 0; at < values.length; at++) {
      const key = values[at]
      if (typeof key === 'string') entries.push([key, values[++at] ?? null])
    }
    this.entries = entries
  }

  /** Returns all values of a key. */
  all(key: string): PdfValue[] {
    return this.entries.flatMap(([each, value]) => (each === key ? [value] : []))
  }

  has(key: string): boolean {
    return this.entries.some(([each]) => each === key)
  }
}

/** Returns every object with that number: a number may have been used again. */
export type Resolve = (number: number) => Promise<PdfValue[]>

/** Returns the values, each reference replaced by its objects. */
export async function targetsOf(values: readonly PdfValue[], resolve: Resolve): Promise<PdfValue[]> {
  const targets: PdfValue[] = []
  for (const value of values) {
    if (value instanceof PdfReference) targets.push(...(await resolve(value.number)))
    else targets.push(value)
  }
  return targets
}
